import { figureText } from '#shared/model/figure-text.ts';
import type { Report } from '#shared/model/report.ts';
import { chartOf, type ReportChartData } from '#shared/model/report-chart.ts';
import { funnel, ranked } from './by-thing.ts';
import { heatMap, stateMap } from './heat-maps.ts';
import { columns, lines } from './over-time.ts';
import { type Drawing, type Frame, fontPx, tag } from './parts.ts';

function drawingOf(data: ReportChartData, frame: Frame): Drawing {
  if (data.kind === 'heat') return heatMap(data.measure.label, data.valueOf, frame);
  const { kind, series, bars } = data;
  switch (kind) {
    case 'line':
      return lines(series, bars, frame);
    case 'bars':
      return columns(series, bars, false, frame);
    case 'stacked':
      return columns(series, bars, true, frame);
    case 'ranked':
      return ranked(series, bars, frame);
    case 'funnel':
      return funnel(series, bars, frame);
    case 'states':
      return stateMap(series, bars, frame);
    default:
      return kind satisfies never;
  }
}

/**
 * The chart of a report for a file or a mail, as SVG: the same that its page shows, without what is pressed there.
 * @param width px
 * @returns undefined where the answer has nothing to draw
 */
export function pictureOf(report: Report, width: number): string | undefined {
  const data = chartOf(report);
  if (!data) return undefined;
  const format = (value: number) => figureText(value, data.unit);
  const { svg, height } = drawingOf(data, { width, format });
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${Math.ceil(height)}`,
    role: 'img',
    'aria-label': `Chart of ${report.title}`,
    'font-family': "Inter, 'Dealbell Scripts', sans-serif",
    'font-size': fontPx,
  };
  return tag('svg', attributes, svg);
}
