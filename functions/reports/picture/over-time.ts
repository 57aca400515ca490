import { line } from 'd3-shape';
import { ceilingOf, mostDots } from '#shared/model/chart-looks.ts';
import type { ChartBar, ChartSeries } from '#shared/model/report-chart.ts';
import {
  colorOf,
  type Drawing,
  dim,
  drawnFigure,
  type Frame,
  faint,
  fitting,
  legend,
  tag,
  text,
} from './parts.ts';

/* Charts with time from left to right. */

/** Of the figures, and of what stands above and below them; px. */
const plotPx = 190;
const abovePx = 16;
const ticksPx = 24;

/** The lines of the scale with their figures, the ticks of the bars, and the legend under both. */
function around(
  series: readonly ChartSeries[],
  bars: readonly ChartBar[],
  ceiling: number,
  { width, format }: Frame,
): Drawing {
  const bottom = abovePx + plotPx;
  const levels = [1, 0.5, 0].map((share) => {
    const y = bottom - plotPx * share;
    const rule = tag('path', {
      d: `M0,${y}h${width}`,
      stroke: faint,
      'stroke-dasharray': share > 0 ? '3 3' : 'none',
    });
    return rule + (share > 0 ? text(0, y - 8, format(ceiling * share), { fill: dim, size: 11 }) : '');
  });
  const step = width / bars.length;
  const ticks = bars.map(({ tick }, at) =>
    tick
      ? text((at + 0.5) * step, bottom + ticksPx / 2, fitting(tick, Math.max(step, 60)), {
          anchor: 'middle',
          fill: dim,
          size: 11,
        })
      : '',
  );
  const names = legend(series, bottom + ticksPx + 4, width);
  return {
    svg: [...levels, ...ticks, names.svg].join(''),
    height: bottom + ticksPx + 4 + names.height,
  };
}

export function lines(series: readonly ChartSeries[], bars: readonly ChartBar[], frame: Frame): Drawing {
  const ceiling = ceilingOf(
    Math.max(0, ...bars.flatMap((bar) => series.map((one) => drawnFigure(bar, one)))),
  );
  const x = (at: number) => (frame.width * (at + 0.5)) / bars.length;
  const y = (value: number) => abovePx + plotPx * (1 - value / ceiling);
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
  const { svg, height } = around(series, bars, ceiling, frame);
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
  const ceiling = ceilingOf(Math.max(0, ...bars.map(heightOf)));
  const step = frame.width / bars.length;
  const room = step * 0.72;
  const drawn = bars.flatMap((bar, at) => {
    const left = at * step + (step - room) / 2;
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
  const { svg, height } = around(series, bars, ceiling, frame);
  return { svg: svg + drawn.join(''), height };
}
