import { Box, type BoxProps, type ElementProps, Group, Paper } from '@mantine/core';
import type { CSSProperties } from 'react';
import styles from './layout.module.css';

/*
 * What Mantine's own parts (Stack, Group, Flex, SimpleGrid, Box with its style props) lack, or what every screen
 * would have to spell out. A screen takes these before it writes a style sheet of its own.
 */

/** A framed surface: a card of a page. `<Surface component="section" aria-label="Rules">…</Surface>` */
export const Surface = Paper.withProps({
  radius: 'lg',
  p: '18px 20px',
  miw: 0,
  bd: '1px solid var(--db-line)',
  bg: 'var(--db-surface)',
});

/** The line over a list with its search, choices and switches. */
export const Toolbar = Group.withProps({ gap: '10px 16px', mb: 16 });

interface GridProps extends BoxProps, ElementProps<'div'> {
  /** Between the parts, as CSS writes it. */
  gap?: CSSProperties['gap'];
  align?: CSSProperties['alignItems'];
}

interface ColumnsProps extends GridProps {
  /** The columns of a wide page as CSS writes them, such as 'minmax(0, 1fr) 380px'; two equal ones without it. */
  template?: string;
}

/** Parts of a page side by side, and under each other below 992 px. */
export const Columns = ({ template, gap = 20, align = 'start', ...box }: ColumnsProps) => (
  <Box
    className={styles.columns}
    style={{ gap, alignItems: align }}
    __vars={template ? { '--columns': template } : {}}
    {...box}
  />
);

interface AutoGridProps extends GridProps {
  /** The least width of each. px */
  min: number;
  /** Empty places stay empty, so that a few are no wider than those of a full row. */
  fill?: boolean;
}

/** Equal parts side by side, as many as there is room for: fields, cards, charts. */
export const AutoGrid = ({ min, fill, gap = 16, align, ...box }: AutoGridProps) => (
  <Box
    className={styles.grid}
    style={{ gap, alignItems: align }}
    mod={{ fill }}
    __vars={{ '--min': `min(100%, ${min}px)` }}
    {...box}
  />
);

/** What belongs together by twos, such as a column of a file and the field for it; under each other on a phone. */
export const Pairs = ({
  second,
  ...box
}: BoxProps & ElementProps<'div'> & { /** Its width at most. px */ second: number }) => (
  <Box className={styles.pairs} __vars={{ '--second': `${second}px` }} {...box} />
);
