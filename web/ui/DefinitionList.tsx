import { Box, type BoxProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import styles from './DefinitionList.module.css';

interface DefinitionListProps extends BoxProps {
  /** Width of the terms; as wide as the widest without it. px */
  terms?: number;
  /** A line under each. */
  divided?: boolean;
  /** `Definition`s. */
  children: ReactNode;
}

/**
 * What is known of one thing, a line each: `<DefinitionList><Definition term="Owner">Ann</Definition></DefinitionList>`.
 */
export const DefinitionList = ({ terms, divided, children, ...box }: DefinitionListProps) => (
  <Box
    component="dl"
    className={styles.list}
    fz="sm"
    m={0}
    mod={{ divided }}
    __vars={terms === undefined ? {} : { '--terms': `${terms}px` }}
    {...box}
  >
    {children}
  </Box>
);

interface DefinitionProps extends ComponentProps<'div'> {
  term: ReactNode;
  /** It holds a number, a time or a phone. */
  figures?: boolean;
}

export const Definition = ({ term, figures, children, ...entry }: DefinitionProps) => (
  <div {...entry}>
    <dt>{term}</dt>
    <dd className={figures ? 'db-figures' : undefined} dir="auto">
      {children}
    </dd>
  </div>
);

interface FigureListProps extends BoxProps {
  /** As wide as the page: on a wide screen up to nine stand in one row, each as wide as it needs. */
  wide?: boolean;
  children: ReactNode;
}

/** Figures of one thing side by side, large under their names; its children are `Definition`s. */
export const FigureList = ({ wide, children, ...box }: FigureListProps) => (
  <Box component="dl" className={styles.figures} m={0} mod={{ wide }} {...box}>
    {children}
  </Box>
);
