import { UnstyledButton } from '@mantine/core';
import styles from './Figure.module.css';

interface FigureProps {
  text: string;
  /** What it is of, for screen readers. */
  label: string;
  /** Undefined where there is nothing behind it. */
  onPick: (() => void) | undefined;
  tabIndex?: number | undefined;
}

/** A figure that opens the rows behind it. */
export const Figure = ({ text, label, onPick, tabIndex }: FigureProps) =>
  onPick ? (
    <UnstyledButton
      className={styles.figure}
      data-figure
      tabIndex={tabIndex}
      aria-label={`${text}, ${label}: show the rows`}
      onClick={onPick}
    >
      {text}
    </UnstyledButton>
  ) : (
    text
  );
