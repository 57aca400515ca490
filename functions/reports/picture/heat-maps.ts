import { chartColors, strongestShare } from '#shared/model/chart-looks.ts';
import type { ChartBar, ChartSeries } from '#shared/model/report-chart.ts';
import { weekdayName, weekdaysFromMonday } from '#shared/model/report-schedule.ts';
import { isOnMap, stateTiles } from '#shared/model/state-tiles.ts';
import { bare, type Drawing, drawnFigure, type Frame, small, tag, text, widthOf } from './parts.ts';

/* Charts of cells, the more the stronger coloured. */

interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 to 1: of the largest. */
  share: number;
}

function cell({ share, ...place }: Cell): string {
  const colored =
    share > 0
      ? tag('rect', { ...place, rx: 3, fill: chartColors[0], 'fill-opacity': strongestShare * share })
      : '';
  return tag('rect', { ...place, rx: 3, fill: bare }) + colored;
}

const pitchPx = 3;

/** The first series by the states of the United States. `bars` are keyed 'FL'. */
export function stateMap(
  [first]: readonly ChartSeries[],
  bars: readonly ChartBar[],
  { width, format }: Frame,
): Drawing {
  if (!first) return { svg: '', height: 0 };
  const values = new Map(bars.map((bar) => [bar.key, drawnFigure(bar, first)]));
  const most = Math.max(...stateTiles.map(({ state }) => values.get(state) ?? 0)) || 1;
  // As large as on the page, where the map is not drawn out over a whole screen.
  const side = Math.min(width, 640) / 12;
  const tiles = stateTiles.map(({ state, row, column }) => {
    const value = values.get(state) ?? 0;
    const [x, y] = [column * side, 24 + row * side];
    const size = side - pitchPx;
    const figure = format(value);
    const hasRoom = value > 0 && widthOf(figure) * 0.85 <= size;
    return (
      cell({ x, y, width: size, height: size, share: value / most }) +
      text(x + size / 2, y + size / 2 - (hasRoom ? 7 : 0), state, { anchor: 'middle' }) +
      (hasRoom ? text(x + size / 2, y + size / 2 + 8, figure, { anchor: 'middle', size: 10 }) : '')
    );
  });
  const rest = bars.filter(({ key }) => !isOnMap(key)).reduce((sum, bar) => sum + drawnFigure(bar, first), 0);
  const bottom = 24 + 8 * side;
  const head = text(0, 8, `${first.label} by state`);
  const elsewhere =
    rest > 0 ? text(0, bottom + 12, `${format(rest)} elsewhere, or without a state`, small) : '';
  return { svg: head + tiles.join('') + elsewhere, height: bottom + (rest > 0 ? 24 : 0) };
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A figure by weekday and hour. */
export function heatMap(
  label: string,
  figureAt: (weekday: string, hour: string) => number,
  { width, format }: Frame,
): Drawing {
  const [namesPx, rowPx, topPx] = [78, 28, 44];
  const step = (width - namesPx) / hours.length;
  const figureOf = (day: number, hour: number) => Math.max(0, figureAt(String(day), String(hour)));
  const most = Math.max(1, ...weekdaysFromMonday.flatMap((day) => hours.map((hour) => figureOf(day, hour))));
  const head = text(0, 8, `${label} by weekday and hour`);
  const ticks = hours.flatMap((hour) =>
    hour % 3 === 0
      ? [text(namesPx + (hour + 0.5) * step, topPx - 12, String(hour), { anchor: 'middle', ...small })]
      : [],
  );
  const rows = weekdaysFromMonday.flatMap((day, row) => {
    const y = topPx + row * rowPx;
    const cells = hours.map((hour) => {
      const value = figureOf(day, hour);
      const place = { x: namesPx + hour * step, y, width: step - pitchPx, height: rowPx - pitchPx };
      const figure = format(value);
      const hasRoom = value > 0 && widthOf(figure) * 0.85 <= place.width;
      const words = hasRoom
        ? text(place.x + place.width / 2, y + place.height / 2, figure, { anchor: 'middle', size: 10 })
        : '';
      return cell({ ...place, share: value / most }) + words;
    });
    return [text(0, y + (rowPx - pitchPx) / 2, weekdayName(day), small), ...cells];
  });
  return { svg: [head, ...ticks, ...rows].join(''), height: topPx + weekdaysFromMonday.length * rowPx };
}
