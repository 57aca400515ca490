import { Flex, Stack } from '@mantine/core';
import styles from './bars.module.css';
import { count } from './words.ts';

export interface ShareBar {
  key: string;
  label: string;
  value: number;
  /** A CSS colour; the first of the charts when left out. */
  color?: string;
  /** Beside the figure: '42 %'. */
  note?: string;
}

interface ShareBarsProps {
  label: string;
  bars: readonly ShareBar[];
  /** What the whole width stands for; the largest value when left out. */
  of?: number;
}

/** Bars from the left, each with its name and figure: readable as the list that it is. */
export function ShareBars({ label, bars, of }: ShareBarsProps) {
  const whole = Math.max(1, of ?? Math.max(0, ...bars.map(({ value }) => value)));
  return (
    <Stack component="ul" className={`db-list ${styles.bars}`} gap={12} aria-label={label}>
      {bars.map(({ key, label: name, value, color, note }) => (
        <li key={key}>
          <span className="db-cut" dir="auto" title={name}>
            {name}
          </span>
          <Flex component="span" className={`db-figures ${styles.figure}`} gap={8} display="inline-flex">
            <b>{count(value)}</b>
            {note && <span>{note}</span>}
          </Flex>
          <span className={styles.track} aria-hidden="true">
            <i
              style={{
                inlineSize: `${(Math.min(value, whole) / whole) * 100}%`,
                background: color ?? 'var(--mantine-color-chart-0)',
              }}
            />
          </span>
        </li>
      ))}
    </Stack>
  );
}
