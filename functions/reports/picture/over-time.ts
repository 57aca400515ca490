import { line } from 'd3-shape';
import { ceilingOf, mostDots } from '#shared/model/chart-looks.ts';
import type { ChartBar, ChartSeries } from '#shared/model/report-chart.ts';
import {
  colorOf,
  type Drawing,
  drawnFigure,
  type Frame,
  faint,
  fitting,
  legend,
  small,
  tag,
  text,
  widthOf,
} from './parts.ts';

/* Charts with time from left to right. */

/** Of the figures, and of what stands above and below them; px. */
const plotPx = 190;
const abovePx = 16;
const ticksPx = 24;
/** Right of the last bar, whose tick is wider than it. */
const afterPx = 14;

interface Plot {
  ceiling: number;
  /** Where the bars begin: the figures of the scale stand before them. */
  left: number;
  /** Of a bar. */
  step: number;
}

function plotOf(highest: number, bars: readonly ChartBar[], { width, format }: Frame): Plot {
  const ceiling = ceilingOf(highest);
  const left = Math.ceil(Math.max(widthOf(format(ceiling)), widthOf(format(ceiling / 2)))) + 10;
  return { ceiling, left, step: (width - left - afterPx) / bars.length };
}

/** The lines of the scale with their figures, the ticks of the bars, and the legend under both. */
function axesAndLegend(
  series: readonly ChartSeries[],
  bars: readonly ChartBar[],
  { ceiling, left, step }: Plot,
  { width, format }: Frame,
): Drawing {
  const bottom = abovePx + plotPx;
  const levels = [1, 0.5, 0].map((share) => {
    const y = bottom - plotPx * share;
    const rule = tag('path', {
      d: `M${left},${y}h${width - left}`,
      stroke: faint,
      'stroke-dasharray': share > 0 ? '3 3' : 'none',
    });
    return rule + (share > 0 ? text(0, y, format(ceiling * share), small) : '');
  });
  const ticks = bars.map(({ tick }, at) =>
    tick
      ? text(left + (at + 0.5) * step, bottom + ticksPx / 2, fitting(tick, Math.max(step, 60)), {
          anchor: 'middle',
          ...small,
        })
      : '',
  );
  const names = legend(series, bottom + ticksPx + 4, width);
  return {
    svg: [...levels, ...ticks, names.svg].join(''),
    height: bottom + ticksPx + 4 + names.height,
  };
}

/** Lines over time; what others are compared with is dashed. */
export function lines(series: readonly ChartSeries[], bars: readonly ChartBar[], frame: Frame): Drawing {
  const highest = Math.max(0, ...bars.flatMap((bar) => series.map((one) => drawnFigure(bar, one))));
  const plot = plotOf(highest, bars, frame);
  const x = (at: number) => plot.left + plot.step * (at + 0.5);
  const y = (value: number) => abovePx + plotPx * (1 - value / plot.ceiling);
  const drawn = series.map((one) => {
    const path = line<ChartBar>()
      .x((_, at) => x(at))
      .y((bar) => y(drawnFigure(bar, one)))([...bars]);
    const dots =
      one.isDashed || bars.length > mostDots
        ? []
        : bars.map((bar, at) =>
            tag('circle', { cx: x(at), cy: y(drawnFigure(bar, one)), r: 3, fill: colorOf(one) }),
          );
    const stroke = {
      d: path ?? '',
      fill: 'none',
      stroke: colorOf(one),
      'stroke-width': 2,
      'stroke-linejoin': 'round',
      ...(one.isDashed ? { 'stroke-dasharray': '5 5' } : {}),
    };
    return tag('path', stroke) + dots.join('');
  });
  const { svg, height } = axesAndLegend(series, bars, plot, frame);
  return { svg: svg + drawn.join(''), height };
}

/** Columns: of a whole its parts on top of each other, else beside each other. */
export function columns(
  series: readonly ChartSeries[],
  bars: readonly ChartBar[],
  areParts: boolean,
  frame: Frame,
): Drawing {
  const heightOf = (bar: ChartBar) => {
    const values = series.map((one) => drawnFigure(bar, one));
    return areParts ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  };
  const plot = plotOf(Math.max(0, ...bars.map(heightOf)), bars, frame);
  const { ceiling, step } = plot;
  const room = step * 0.72;
  const drawn = bars.flatMap((bar, at) => {
    const left = plot.left + at * step + (step - room) / 2;
    let below = 0;
    return series.map((one, n) => {
      const height = (plotPx * drawnFigure(bar, one)) / ceiling;
      const column = areParts
        ? { x: left, width: room }
        : { x: left + (room * n) / series.length, width: room / series.length };
      const y = abovePx + plotPx - below - height;
      if (areParts) below += height;
      return height > 0 ? tag('rect', { ...column, y, height, fill: colorOf(one) }) : '';
    });
  });
  const { svg, height } = axesAndLegend(series, bars, plot, frame);
  return { svg: svg + drawn.join(''), height };
}
