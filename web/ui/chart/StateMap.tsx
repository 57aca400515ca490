import { Box, SimpleGrid, Text } from '@mantine/core';
import { strongestShare } from '#shared/model/chart-looks.ts';
import { isOnMap, stateTiles } from '#shared/model/state-tiles.ts';
import styles from './chart.module.css';
import { type ChartProps, ChartTable, MarkArea, plainNumber } from './parts.tsx';

/** Characters of a figure that has room in a tile; a longer one is told by the tile's title. */
const roomy = 6;

/** The first series by the states of the United States, the more the stronger coloured. `bars` are keyed 'FL'. */
export function StateMap({ label, series, bars, format = plainNumber, onPick }: ChartProps) {
  const [first] = series;
  if (!first) return null;
  const values = new Map(bars.map((bar) => [bar.key, bar.values[first.key] ?? 0]));
  const nameOf = new Map(bars.map(({ key, name }) => [key, name]));
  const most = Math.max(...stateTiles.map(({ state }) => values.get(state) ?? 0)) || 1;
  const elsewhere = bars.filter(({ key }) => !isOnMap(key));
  const rest = elsewhere.reduce((sum, bar) => sum + (bar.values[first.key] ?? 0), 0);
  return (
    <div>
      <Text size="sm" fw={550} mb={8}>
        {first.label} by state
      </Text>
      <SimpleGrid cols={12} spacing={3} maw={720} aria-hidden="true">
        {stateTiles.map(({ state, row, column }) => {
          const value = values.get(state) ?? 0;
          const text = format(value);
          return (
            <MarkArea
              key={state}
              className={styles.state}
              onPick={value > 0 && onPick ? () => onPick(state, first.key) : undefined}
              title={`${nameOf.get(state) ?? state}: ${text}`}
              style={
                {
                  gridRow: row + 1,
                  gridColumn: column + 1,
                  '--share': `${Math.round((strongestShare * 100 * Math.max(0, value)) / most)}%`,
                } as object
              }
            >
              <span>{state}</span>
              {value > 0 && text.length <= roomy && (
                <Box component="small" className="db-figures" fz={11} visibleFrom="xs">
                  {text}
                </Box>
              )}
            </MarkArea>
          );
        })}
      </SimpleGrid>
      {rest > 0 && (
        <Text size="xs" c="dimmed" mt={8}>
          {format(rest)} elsewhere, or without a state
        </Text>
      )}
      <ChartTable label={label} series={series} bars={bars} format={format} head="State" />
    </div>
  );
}
