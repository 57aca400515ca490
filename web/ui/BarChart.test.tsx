import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BarChart } from './BarChart.tsx';

const series = [
  { key: 'entered', label: 'Came in', color: 'blue' },
  { key: 'exited', label: 'Left', color: 'gray' },
];

/** The markup of one day on which seven came in, six of whom left. */
const drawn = (grouped: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <BarChart
        label="Leads by day"
        series={series}
        bars={[{ key: 'day', name: 'Today', tick: '', values: { entered: 7, exited: 6 } }]}
        grouped={grouped}
      />
    </MantineProvider>,
  );

it('counts nobody twice who is in several series of a grouped chart', () => {
  expect(drawn(true)).toContain('data-grouped');
  expect(drawn(true)).toContain('>10</');
  expect(drawn(false)).not.toContain('data-grouped');
  expect(drawn(false)).toContain('>20</');
});
