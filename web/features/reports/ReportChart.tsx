import { Text } from '@mantine/core';
import { figureText } from '#shared/model/figure-text.ts';
import { type Report, reportLimits } from '#shared/model/report.ts';
import { type ChartSeries, chartOf, type Marked } from '#shared/model/report-chart.ts';
import { BarChart } from '#web/ui/BarChart.tsx';
import { FunnelChart } from '#web/ui/chart/FunnelChart.tsx';
import { HeatMap, weekdayRows } from '#web/ui/chart/HeatMap.tsx';
import { LineChart } from '#web/ui/chart/LineChart.tsx';
import { RankedBars } from '#web/ui/chart/RankedBars.tsx';
import { StateMap } from '#web/ui/chart/StateMap.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  key: String(hour),
  name: `${hour}:00`,
  tick: hour % 3 === 0 ? String(hour) : '',
}));

const colored = ({ color, ...series }: ChartSeries) => ({
  ...series,
  color: `var(--mantine-color-chart-${color})`,
});

interface ReportChartProps {
  report: Report;
  before?: Report | undefined;
  /** Lists what is behind a mark. */
  onPick: (mark: Marked) => void;
}

/** The chart that suits a report. */
export function ReportChart({ report, before, onPick }: ReportChartProps) {
  const data = chartOf(report, before);
  if (!data) return null;
  const format = (value: number) => figureText(value, data.unit);
  const pick = (one: string, other: string) => {
    const mark = data.markOf(one, other);
    const groups = mark?.groups.length ?? 0;
    // What is left of very many things is in the table, each by itself.
    if (mark && groups > 0 && groups <= reportLimits.groupsListed) onPick(mark);
  };
  const dimension = report.columns.find(({ kind }) => kind === 'dimension')?.label ?? '';
  if (data.kind === 'heat')
    return (
      <>
        <Text size="sm" fw={550} mb={8}>
          {data.measure.label} by weekday and hour
        </Text>
        <HeatMap
          label={`${data.measure.label} by weekday and hour`}
          rows={weekdayRows}
          columns={hours}
          figureOf={data.valueOf}
          format={format}
          onPick={pick}
        />
      </>
    );
  const { kind, bars } = data;
  const label = `${report.title}, ${report.from} to ${report.to}`;
  const shown = { label, series: data.series.map(colored), bars, format, onPick: pick };
  if (kind === 'line') return <LineChart {...shown} />;
  if (kind === 'states') return <StateMap {...shown} />;
  if (kind === 'funnel') return <FunnelChart {...shown} head={dimension} />;
  if (kind === 'ranked') return <RankedBars {...shown} head={dimension} />;
  return <BarChart {...shown} head={dimension} height={220} grouped={kind === 'bars'} />;
}
