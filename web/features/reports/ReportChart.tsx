import { Text } from '@mantine/core';
import { figureText } from '#shared/model/figure-text.ts';
import type { Report } from '#shared/model/report.ts';
import { weekdayName } from '#shared/model/report-schedule.ts';
import { BarChart } from '#web/ui/BarChart.tsx';
import { HeatMap } from '#web/ui/chart/HeatMap.tsx';
import { LineChart } from '#web/ui/chart/LineChart.tsx';
import { RankedBars } from '#web/ui/chart/RankedBars.tsx';
import { chartOf } from './chart-data.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ key: String(day), name: weekdayName(day) }));
const hours = Array.from({ length: 24 }, (_, hour) => ({
  key: String(hour),
  name: `${hour}:00`,
  tick: hour % 3 === 0 ? String(hour) : '',
}));

/** The chart that suits a report. */
export function ReportChart({ report, before }: { report: Report; before?: Report | undefined }) {
  const data = chartOf(report, before);
  if (!data) return null;
  const format = (value: number) => figureText(value, data.unit);
  const dimension = report.columns.find(({ kind }) => kind === 'dimension')?.label ?? '';
  if (data.kind === 'heat')
    return (
      <>
        <Text size="sm" fw={550} mb={8}>
          {data.measure.label} by weekday and hour
        </Text>
        <HeatMap
          label={`${data.measure.label} by weekday and hour`}
          rows={weekdays}
          columns={hours}
          figureOf={data.valueOf}
          format={format}
        />
      </>
    );
  const { kind, series, bars } = data;
  const label = `${report.title}, ${report.from} to ${report.to}`;
  const shown = { label, series, bars, format };
  if (kind === 'line') return <LineChart {...shown} />;
  if (kind === 'ranked') return <RankedBars {...shown} head={dimension} />;
  return <BarChart {...shown} head={dimension} height={220} grouped={kind === 'bars'} />;
}
