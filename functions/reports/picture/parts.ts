import { escapeHtml } from '#functions/kernel/html.ts';
import { chartColors } from '#shared/model/chart-looks.ts';
import type { ChartBar, ChartSeries } from '#shared/model/report-chart.ts';

/* Pieces of SVG that the drawings of reports have in common. Lengths are px of the picture. */

/** What a drawing is given. */
export interface Frame {
  width: number;
  format: (value: number) => string;
}

/** A drawing, and how high it is. */
export interface Drawing {
  svg: string;
  height: number;
}

export const fontPx = 12;
/** Of a character in Inter at that size, on an average of names and figures. */
const characterPx = 6.6;

export const ink = '#1a1a1a';
export const dim = '#5f6672';
export const faint = '#d9dce1';
/** A field of which nothing is known. */
export const bare = '#f1f3f5';

export const colorOf = ({ color }: Pick<ChartSeries, 'color'>): string => chartColors[color] ?? dim;

/** What of a series is drawn at a bar; nothing is drawn of less than 0. */
export const drawnFigure = (bar: ChartBar, { key }: ChartSeries): number => Math.max(0, bar.values[key] ?? 0);

const attributeValue = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : escapeHtml(value);

export const tag = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inside = '',
): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${attributeValue(value)}"`)
    .join('')}>${inside}</${name}>`;

/** How figures, ticks and remarks stand beside what is drawn. */
export const small = { fill: dim, size: 11 };

/** A text in one line, its middle at `y`. */
export const text = (
  x: number,
  y: number,
  words: string,
  { anchor = 'start', fill = ink, size = fontPx }: { anchor?: string; fill?: string; size?: number } = {},
): string =>
  tag(
    'text',
    { x, y, 'text-anchor': anchor, fill, 'font-size': size, 'dominant-baseline': 'central' },
    escapeHtml(words),
  );

export const widthOf = (words: string): number => [...words].length * characterPx;

/** A name with as many characters as have room. */
export function fitting(words: string, width: number): string {
  const most = Math.max(1, Math.floor(width / characterPx));
  const all = [...words];
  return all.length <= most ? words : `${all.slice(0, most - 1).join('')}…`;
}

const legendRowPx = 20;
const swatchPx = 16;
const gapPx = 18;

/** What each colour stands for, in as many rows as it takes. */
export function legend(series: readonly ChartSeries[], top: number, width: number): Drawing {
  let x = 0;
  let row = 0;
  const marks = series.map((one) => {
    const label = fitting(one.label, width - swatchPx);
    const needed = swatchPx + widthOf(label);
    if (x > 0 && x + needed > width) {
      x = 0;
      row++;
    }
    const middle = top + (row + 0.5) * legendRowPx;
    const mark = one.isDashed
      ? tag('path', {
          d: `M${x},${middle}h12`,
          stroke: colorOf(one),
          'stroke-width': 2,
          'stroke-dasharray': '3 3',
        })
      : tag('rect', { x, y: middle - 5, width: 10, height: 10, rx: 3, fill: colorOf(one) });
    const words = text(x + swatchPx, middle, label, { fill: dim });
    x += needed + gapPx;
    return mark + words;
  });
  return { svg: marks.join(''), height: series.length > 0 ? (row + 1) * legendRowPx : 0 };
}
