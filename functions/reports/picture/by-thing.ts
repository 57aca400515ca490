import { shareOfBefore } from '#shared/model/chart-looks.ts';
import type { ChartBar, ChartSeries } from '#shared/model/report-chart.ts';
import {
  colorOf,
  type Drawing,
  drawnFigure,
  type Frame,
  fitting,
  legend,
  small,
  tag,
  text,
  widthOf,
} from './parts.ts';

/* Charts of things with names, which lie under each other. */

/** Of the width, for names; and of what is left for bars, as their figures stand behind them. */
const namesShare = 0.24;
const longestShare = 0.78;
const gapPx = 12;

const named = (name: string, middle: number, width: number): string =>
  text(width - gapPx, middle, fitting(name || '–', width - gapPx), { anchor: 'end' });

/** Who has the most stands first. */
export function ranked(
  series: readonly ChartSeries[],
  bars: readonly ChartBar[],
  { width, format }: Frame,
): Drawing {
  const linePx = 16;
  const rowPx = series.length * linePx + 8;
  const names = width * namesShare;
  const longest = (width - names) * longestShare;
  const most = Math.max(1, ...bars.flatMap((bar) => series.map((one) => drawnFigure(bar, one))));
  const rows = bars.flatMap((bar, at) => [
    named(bar.name, (at + 0.5) * rowPx, names),
    ...series.map((one, n) => {
      const y = at * rowPx + 4 + n * linePx;
      const length = Math.max(1, (longest * drawnFigure(bar, one)) / most);
      const drawn = tag('rect', { x: names, y: y + 3, width: length, height: 10, rx: 2, fill: colorOf(one) });
      return drawn + text(names + length + 8, y + 8, format(bar.values[one.key] ?? 0), small);
    }),
  ]);
  const below = legend(series, bars.length * rowPx + 6, width);
  return { svg: rows.join('') + below.svg, height: bars.length * rowPx + 6 + below.height };
}

/** Stages, the first of them whole: how many came to each, and what share of the one before. */
export function funnel(
  series: readonly ChartSeries[],
  bars: readonly ChartBar[],
  { width, format }: Frame,
): Drawing {
  const rowPx = 40;
  const [first] = series;
  if (!first) return { svg: '', height: 0 };
  const names = width * namesShare;
  const longest = (width - names) * longestShare;
  const whole = Math.max(1, ...bars.map((bar) => drawnFigure(bar, first)));
  const rows = bars.map((bar, at) => {
    const middle = (at + 0.5) * rowPx;
    const value = drawnFigure(bar, first);
    const length = Math.max(2, (longest * value) / whole);
    const figure = format(value);
    const behind = names + length + 10;
    const block = tag('rect', {
      x: names,
      y: middle - 18,
      width: length,
      height: 36,
      rx: 3,
      fill: colorOf(first),
    });
    const share =
      at > 0
        ? text(
            behind + widthOf(figure) + 8,
            middle,
            shareOfBefore(value, drawnFigure(bars[at - 1]!, first)),
            small,
          )
        : '';
    return named(bar.name, middle, names) + block + text(behind, middle, figure) + share;
  });
  const bottom = bars.length * rowPx;
  const words = text(0, bottom + 14, 'Percents are of the stage before.', small);
  return { svg: rows.join('') + words, height: bottom + 26 };
}
