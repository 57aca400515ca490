import { Box, type BoxProps, type ElementProps } from '@mantine/core';
import styles from './ShareBar.module.css';

interface ShareBarProps extends BoxProps, ElementProps<'div'> {
  /** From the left; `color` as CSS writes it. */
  parts: readonly { key: string; value: number; color: string }[];
  /** What the whole width stands for; the sum of the parts without it. */
  of?: number | undefined;
  /** px */
  height?: number;
}

/** Parts of a whole as one bar. Its figures stand beside it, or in the label of one with a `role`. */
export function ShareBar({ parts, of, height = 8, ...box }: ShareBarProps) {
  const whole = of || parts.reduce((sum, { value }) => sum + value, 0) || 1;
  return (
    <Box className={styles.bar} h={height} miw={0} aria-hidden={!box.role} {...box}>
      {parts.map(({ key, value, color }) =>
        value > 0 ? (
          <i key={key} style={{ inlineSize: `${(100 * value) / whole}%`, background: color }} />
        ) : null,
      )}
    </Box>
  );
}
