import type { JsonMap } from '#shared/model/bounded-map.ts';
import { floorStates } from '#shared/model/floor-states.ts';
import type { Box, Size } from '#shared/model/geometry.ts';
import type { FloorParts, ShownFloor, SignState } from '#shared/model/sign-floor.ts';
import { formatClock } from '../media-time.ts';
import { readNumber } from '../styles.ts';
import type { TextStyle } from '../text/style.ts';
import { block, type TextBlock } from './blocks.ts';

/* Where the figures and rows of a live floor stand: what is drawn, read aloud and searched is one list. */

const stateColors: Record<SignState, string> = {
  onCall: '#228be6',
  available: '#40c057',
  wrapUp: '#7950f2',
  away: '#fab005',
};

/** A figure in a box of its own. */
interface Figure {
  label: string;
  value: string;
  note: string;
  color?: string;
}

export interface FloorPlan {
  blocks: TextBlock[];
  /** Grounds of the figures. */
  tiles: Box[];
  dots: { x: number; y: number; radius: number; color: string }[];
  /** The small sign above: a sample, or what is no longer so. */
  mark?: Box;
  radius: number;
}

interface FloorElement extends Size {
  styles: JsonMap;
  title: string;
  parts: FloorParts;
}

type Since = (at: string | null) => string;

function stateFigures({ states = [] }: ShownFloor, since: Since): Figure[] {
  return states.map(({ state, count, since: at }) => ({
    label: floorStates[state],
    value: String(count),
    note: at ? `longest ${since(at)}` : '',
    color: stateColors[state],
  }));
}

function callFigures(
  { calls, waiting, serviceLevel }: ShownFloor,
  parts: FloorParts,
  since: Since,
): Figure[] {
  const figures: Figure[] = [];
  if (parts.calls && calls !== undefined) figures.push({ label: 'Calls', value: String(calls), note: '' });
  if (parts.waiting && waiting)
    figures.push(
      { label: 'Waiting', value: String(waiting.count), note: '' },
      { label: 'Longest wait', value: waiting.since ? since(waiting.since) : '–', note: '' },
    );
  if (parts.serviceLevel && serviceLevel !== undefined)
    figures.push({
      label: 'Answered in time',
      value: serviceLevel === null ? '–' : `${Math.round(serviceLevel * 100)} %`,
      note: '',
    });
  return figures;
}

/** Lays figures and rows out from top to bottom. */
class Plan implements FloorPlan {
  readonly blocks: TextBlock[] = [];
  readonly tiles: Box[] = [];
  readonly dots: FloorPlan['dots'] = [];
  mark?: Box;
  readonly radius: number;
  readonly #styles: JsonMap;

  constructor(styles: JsonMap, radius: number) {
    this.#styles = styles;
    this.radius = radius;
  }

  say(text: string, box: Box, style: Partial<TextStyle> & { opacity?: number }): void {
    this.blocks.push(block(text, box, this.#styles, { singleLine: true, ...style }));
  }

  /** Figures beside each other, `columns` in a row. */
  figures(figures: readonly Figure[], area: Box, columns: number, gap: number): void {
    const rows = Math.ceil(figures.length / columns);
    const height = (area.height - gap * (rows - 1)) / rows;
    for (const [at, figure] of figures.entries()) {
      const row = Math.floor(at / columns);
      const inRow = Math.min(columns, figures.length - row * columns);
      const width = (area.width - gap * (inRow - 1)) / inRow;
      const x = area.x + (at % columns) * (width + gap);
      this.#figure(figure, { x, y: area.y + row * (height + gap), width, height });
    }
  }

  #figure({ label, value, note, color }: Figure, tile: Box): void {
    this.tiles.push(tile);
    const pad = Math.min(tile.width * 0.08, tile.height * 0.14);
    const inner = { x: tile.x + pad, width: tile.width - 2 * pad };
    const small = Math.min(tile.height * 0.17, inner.width / 8);
    const dot = color ? small * 0.34 : 0;
    if (color) this.dots.push({ x: inner.x + dot, y: tile.y + pad + small * 0.65, radius: dot, color });
    const indent = color ? dot * 2 + small * 0.4 : 0;
    const labelBox = {
      x: inner.x + indent,
      y: tile.y + pad,
      width: inner.width - indent,
      height: small * 1.3,
    };
    this.say(label, labelBox, { fontSize: small, fontWeight: 600, opacity: 0.85 });
    const top = labelBox.y + labelBox.height;
    const noteHeight = small * 1.25;
    const room = tile.y + tile.height - pad - top - noteHeight;
    const fontSize = Math.min(room * 0.92, (inner.width / Math.max(3, value.length)) * 1.45);
    this.say(
      value,
      { ...inner, y: top, height: note ? room : room + noteHeight },
      { fontSize, fontWeight: 700 },
    );
    if (note)
      this.say(
        note,
        { ...inner, y: top + room, height: noteHeight },
        { fontSize: small * 0.86, opacity: 0.7 },
      );
  }

  /** Agents below each other, in as many columns as there is room for. */
  rows(floor: ShownFloor, names: boolean, area: Box, wanted: number, since: Since): void {
    const agents = floor.agents ?? [];
    const height = Math.max(14, Math.min(wanted, area.height));
    const inColumn = Math.max(1, Math.floor(area.height / height));
    const columns = Math.max(
      1,
      Math.min(Math.floor(area.width / (height * 8)), Math.ceil(floor.signedIn / inColumn)),
    );
    const room = inColumn * columns;
    const shown = agents.slice(0, floor.signedIn > room ? room - 1 : room);
    const gap = height * 0.8;
    const width = (area.width - gap * (columns - 1)) / columns;
    const fontSize = height * 0.5;
    const boxOf = (at: number): Box => ({
      x: area.x + Math.floor(at / inColumn) * (width + gap),
      y: area.y + (at % inColumn) * height,
      width,
      height,
    });
    for (const [at, { name, label, color, since: when }] of shown.entries()) {
      const box = boxOf(at);
      const dot = fontSize * 0.3;
      this.dots.push({ x: box.x + dot, y: box.y + height / 2, radius: dot, color });
      const x = box.x + dot * 2 + fontSize * 0.5;
      const timeWidth = fontSize * 3.6;
      const words = box.x + width - timeWidth - x;
      const who = names && name ? words * 0.56 : 0;
      if (who) this.say(name!, { ...box, x, width: who }, { fontSize, fontWeight: 600 });
      const indent = who ? who + fontSize * 0.4 : 0;
      this.say(label, { ...box, x: x + indent, width: words - indent }, { fontSize, opacity: who ? 0.8 : 1 });
      this.say(
        since(when),
        { ...box, x: box.x + width - timeWidth, width: timeWidth },
        {
          fontSize,
          fontWeight: 600,
          textAlign: 'right',
        },
      );
    }
    const more = floor.signedIn - shown.length;
    if (more > 0) this.say(`and ${more} more`, boxOf(shown.length), { fontSize, opacity: 0.8 });
  }

  /** Words in a small frame at the top right. @returns how wide it is */
  marked(words: string, header: Box): number {
    const fontSize = header.height * 0.4;
    const width = fontSize * (words.length * 0.62 + 1.6);
    const height = fontSize * 1.7;
    const box = {
      x: header.x + header.width - width,
      y: header.y + (header.height - height) / 2,
      width,
      height,
    };
    this.mark = box;
    this.say(words, box, { fontSize, fontWeight: 600, textAlign: 'center' });
    return width;
  }
}

/**
 * Where everything of a floor stands in an element's own box.
 * @param now ms since 1970, by the clock of the floor's times
 * @param mark what is said of the whole: that it is a sample, or no longer so
 */
export function floorPlan(element: FloorElement, floor: ShownFloor, now: number, mark: string): FloorPlan {
  const { width, height, styles, parts, title } = element;
  const pad = Math.min(readNumber(styles, 'padding', 32, 0, 200), height / 8, width / 10);
  const inner = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const plan = new Plan(styles, Math.min(inner.height, inner.width) * 0.025);
  const since: Since = (at) =>
    at === null || floor.isStale ? '–' : formatClock(Math.max(0, Math.floor((now - Date.parse(at)) / 1000)));
  const gap = Math.min(inner.width, inner.height) * 0.03;
  let y = inner.y;
  if (title || mark) {
    const header = { ...inner, height: Math.min(inner.height * 0.11, inner.width * 0.08) };
    const taken = mark ? plan.marked(mark, header) + gap : 0;
    if (title)
      plan.say(
        title,
        { ...header, width: header.width - taken },
        { fontSize: header.height * 0.68, fontWeight: 700 },
      );
    y += header.height + gap;
  }
  const isNobody = floor.signedIn === 0 && (parts.states || parts.agents);
  const columns = inner.width < inner.height * 0.9 ? 2 : 4;
  const groups = [
    isNobody ? [] : parts.states ? stateFigures(floor, since) : [],
    callFigures(floor, parts, since),
  ];
  const filled = groups.filter((group) => group.length > 0);
  const hasRows = isNobody || parts.agents;
  const lines = filled.reduce((sum, group) => sum + Math.ceil(group.length / columns), 0);
  const left = inner.y + inner.height - y;
  const lineHeight = hasRows
    ? Math.min(inner.height * 0.24, (left * 0.62) / Math.max(1, lines))
    : (left - gap * Math.max(0, lines - 1)) / Math.max(1, lines);
  for (const group of filled) {
    const rows = Math.ceil(group.length / columns);
    const area = { ...inner, y, height: rows * lineHeight + gap * (rows - 1) };
    plan.figures(group, area, columns, gap);
    y += area.height + gap;
  }
  const rest = { ...inner, y, height: inner.y + inner.height - y };
  if (isNobody)
    plan.say('No agents signed in', rest, {
      fontSize: Math.min(rest.height * 0.3, inner.width / 16),
      fontWeight: 600,
      textAlign: 'center',
      opacity: 0.85,
    });
  else if (parts.agents) plan.rows(floor, parts.names, rest, inner.height * 0.085, since);
  return plan;
}
