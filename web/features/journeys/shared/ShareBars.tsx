import { Box, Flex, Group, Stack } from '@mantine/core';
import { ShareBar } from '#web/ui/ShareBar.tsx';
import { count } from './words.ts';

export interface NamedShare {
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
  bars: readonly NamedShare[];
  /** What the whole width stands for; the largest value when left out. */
  of?: number;
}

/** Bars from the left, each with its name and figure: readable as the list that it is. */
export function ShareBars({ label, bars, of }: ShareBarsProps) {
  const whole = Math.max(1, of ?? Math.max(0, ...bars.map(({ value }) => value)));
  return (
    <Stack component="ul" className="db-list" gap={12} aria-label={label}>
      {bars.map(({ key, label: name, value, color = 'var(--mantine-color-chart-0)', note }) => (
        <Stack component="li" key={key} gap={4} fz="sm">
          <Group component="span" gap={12} justify="space-between" wrap="nowrap">
            <span className="db-cut" dir="auto" title={name}>
              {name}
            </span>
            <Flex component="span" className="db-figures" gap={8}>
              <Box component="b" fw={600}>
                {count(value)}
              </Box>
              {note && (
                <Box component="span" miw={48} c="dimmed" ta="end">
                  {note}
                </Box>
              )}
            </Flex>
          </Group>
          <ShareBar parts={[{ key, value: Math.min(value, whole), color }]} of={whole} />
        </Stack>
      ))}
    </Stack>
  );
}
