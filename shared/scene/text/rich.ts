import type { Box } from '#shared/model/geometry.ts';
import { colorOr } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import type { LaidLine, LaidPart, TextLayout } from './layout.ts';
import { type RunStyle, segmentsOf, type TextRun } from './runs.ts';
import { applyFont, directionOf, fontOf, type TextStyle, transformText } from './style.ts';
import { breakPieces, expandTabs, wrapRanges } from './wrap.ts';

/** A part of the text as it is shown, with the whole style that it is drawn in. */
interface ShownSegment {
  start: number;
  end: number;
  style: TextStyle;
  /** Where the run has a colour of its own. */
  color: string | undefined;
}

/** The style that a run is drawn in. */
export function styleOfPart(base: TextStyle, run: RunStyle): TextStyle {
  const words = new Set(base.textDecoration.split(/\s+/).filter((word) => word !== 'none' && word !== ''));
  const decorate = (word: string, on: boolean | undefined) => {
    if (on) words.add(word);
    else if (on === false) words.delete(word);
  };
  decorate('underline', run.underline);
  decorate('line-through', run.strike);
  return {
    ...base,
    fontFamily: run.font ?? base.fontFamily,
    fontSize: base.fontSize * (run.scale ?? 1),
    fontWeight: run.weight ?? base.fontWeight,
    fontStyle: run.italic === undefined ? base.fontStyle : run.italic ? 'italic' : 'normal',
    textDecoration: [...words].join(' ') || 'none',
    color: run.color === undefined ? base.color : colorOr(run.color, base.color),
  };
}

/** A text of several styles, which can be measured from any place to any other. */
export class RichMeasure {
  readonly #ctx: SceneContext;
  readonly shown: string;
  readonly segments: readonly ShownSegment[];
  readonly #metrics = new Map<string, { ascent: number; descent: number }>();

  constructor(ctx: SceneContext, text: string, runs: readonly TextRun[], style: TextStyle) {
    this.#ctx = ctx;
    let shown = '';
    const known = segmentsOf({ text, runs });
    // Even an empty line has a height.
    const segments = known.length > 0 ? known : [{ start: 0, end: 0, style: {} }];
    this.segments = segments.map((segment) => {
      const start = shown.length;
      const piece = expandTabs(text.slice(segment.start, segment.end));
      // What stands before decides whether a word begins here.
      const goesOn = /[\p{L}\p{N}]/u.test(text[segment.start - 1] ?? '');
      const before = goesOn ? 'a' : ' ';
      shown += transformText(before + piece, style.textTransform).slice(1);
      const { color } = segment.style;
      return { start, end: shown.length, style: styleOfPart(style, segment.style), color };
    });
    this.shown = shown;
  }

  /** px from one character to another, each part in its own font. */
  readonly width = (start: number, end: number): number => {
    let sum = 0;
    for (const segment of this.segments) {
      const from = Math.max(start, segment.start);
      const to = Math.min(end, segment.end);
      if (from >= to) continue;
      const part = this.shown.slice(from, to);
      applyFont(this.#ctx, segment.style, directionOf(part));
      sum += this.#ctx.measureText(part).width;
    }
    return sum;
  };

  /** How far a line of this style reaches above and below its baseline, half of the leading on each side. */
  reach(style: TextStyle): { above: number; below: number } {
    const font = fontOf(style);
    let metrics = this.#metrics.get(font);
    if (!metrics) {
      applyFont(this.#ctx, style, 'ltr');
      const measured = this.#ctx.measureText('Mg');
      metrics = {
        ascent: measured.fontBoundingBoxAscent ?? style.fontSize * 0.95,
        descent: measured.fontBoundingBoxDescent ?? style.fontSize * 0.25,
      };
      this.#metrics.set(font, metrics);
    }
    const leading = style.fontSize * style.lineHeight - (metrics.ascent + metrics.descent);
    return { above: metrics.ascent + leading / 2, below: metrics.descent + leading / 2 };
  }

  ascentOf(style: TextStyle): number {
    this.reach(style);
    return this.#metrics.get(fontOf(style))!.ascent;
  }

  /** The parts of a line; an empty line has the one in whose style it stands, without characters. */
  within(start: number, end: number): ShownSegment[] {
    const parts = this.segments.filter((segment) => segment.start < end && segment.end > start);
    if (parts.length > 0) {
      return parts.map((part) => ({
        ...part,
        start: Math.max(part.start, start),
        end: Math.min(part.end, end),
      }));
    }
    const at = this.segments.find((segment) => segment.end > start) ?? this.segments.at(-1)!;
    return [{ ...at, start, end: start }];
  }

  /** Whether no word is wider than so many px. */
  hasNoWiderWord(room: number): boolean {
    let at = 0;
    for (const paragraph of this.shown.split(/(\r\n|[\r\n\u2028\u2029])/)) {
      for (const piece of breakPieces(paragraph)) {
        const start = at;
        at += piece.length;
        if (piece.trim() !== '' && this.width(start, at) > room) return false;
      }
    }
    return true;
  }
}

type Direction = 'ltr' | 'rtl';

/**
 * The direction of each character of a line: letters have one of their own, blanks, digits and marks that of the
 * letters on both their sides, or else that of the line.
 */
function directionsOf(line: string, base: Direction): Direction[] {
  const own = line.split('').map((_, at) => {
    const letter = String.fromCodePoint(line.codePointAt(at)!);
    return /\p{L}/u.test(letter) ? directionOf(letter) : undefined;
  });
  const after: Direction[] = [];
  let next = base;
  for (let at = own.length - 1; at >= 0; at--) {
    next = own[at] ?? next;
    after[at] = next;
  }
  let before = base;
  return own.map((direction, at) => {
    before = direction ?? before;
    return direction ?? (before === after[at] ? before : base);
  });
}

/** Words in stretches of one direction each; at least one. */
function stretchesOf(
  words: string,
  directionAt: (offset: number) => Direction,
): { words: string; direction: Direction }[] {
  const stretches: { words: string; direction: Direction }[] = [];
  for (const [offset, unit] of words.split('').entries()) {
    const direction = directionAt(offset);
    const last = stretches.at(-1);
    if (last?.direction === direction) last.words += unit;
    else stretches.push({ words: unit, direction });
  }
  return stretches.length > 0 ? stretches : [{ words, direction: directionAt(0) }];
}

/** Parts as they stand from left to right: those against the direction of their line keep their own order. */
function inSight<Part extends { direction: 'ltr' | 'rtl' }>(parts: Part[], base: 'ltr' | 'rtl'): Part[] {
  const stretches: Part[][] = [];
  for (const part of parts) {
    const last = stretches.at(-1);
    if (last?.[0]?.direction === part.direction) last.push(part);
    else stretches.push([part]);
  }
  if (base === 'rtl') stretches.reverse();
  return stretches.flatMap((stretch) => (stretch[0]!.direction === 'rtl' ? stretch.reverse() : stretch));
}

/** Lays a text of several styles into a box: a line is as high as the largest of its parts needs. */
export function computeRichLayout(
  ctx: SceneContext,
  text: string,
  runs: readonly TextRun[],
  style: TextStyle,
  box: Box,
): TextLayout {
  const inner = {
    x: box.x + style.padding,
    y: box.y + style.padding,
    width: Math.max(1, box.width - 2 * style.padding),
    height: Math.max(1, box.height - 2 * style.padding),
  };
  ctx.save();
  const rich = new RichMeasure(ctx, text, runs, style);
  const ranges = wrapRanges(rich.shown, inner.width + 0.01, rich.width);
  const rows = ranges.map(({ start, end, last }) => {
    const reaches = rich.within(start, end).map((part) => rich.reach(part.style));
    const above = Math.max(...reaches.map((one) => one.above));
    const below = Math.max(...reaches.map((one) => one.below));
    return { start, end, last, above, below };
  });
  const height = rows.reduce((sum, { above, below }) => sum + above + below, 0);
  const spare = inner.height - height;
  const top =
    inner.y + (style.verticalAlign === 'middle' ? spare / 2 : style.verticalAlign === 'bottom' ? spare : 0);
  let y = top;
  const lines = rows.map(({ start, end, last, above, below }): LaidLine => {
    const line = rich.shown.slice(start, end);
    const direction = directionOf(line);
    const natural = rich.width(start, end);
    const blanks = line.match(/ +/g)?.length ?? 0;
    const justified = style.textAlign === 'justify' && !last && blanks > 0 && direction === 'ltr';
    const width = justified ? inner.width : natural;
    const gap = justified ? (inner.width - natural) / blanks : 0;
    const free = inner.width - width;
    const startsRight = style.textAlign === 'justify' && direction === 'rtl';
    const left =
      inner.x +
      (style.textAlign === 'center' ? free / 2 : style.textAlign === 'right' || startsRight ? free : 0);
    let x = left;
    const turns = directionsOf(line, direction);
    const known = rich.within(start, end).flatMap((part) => {
      const words = rich.shown.slice(part.start, part.end);
      let at = part.start;
      return stretchesOf(words, (offset) => turns[part.start - start + offset] ?? direction).map((one) => {
        const from = at;
        at += one.words.length;
        return { ...part, ...one, start: from, end: at };
      });
    });
    const parts = inSight(known, direction).map((part): LaidPart => {
      const gaps = gap === 0 ? 0 : (part.words.match(/ +/g)?.length ?? 0);
      const own = rich.width(part.start, part.end) + gaps * gap;
      const placed = { text: part.words, x, width: own, style: part.style, color: part.color };
      x += own;
      return { ...placed, ascent: rich.ascentOf(part.style), direction: part.direction };
    });
    const baseline = y + above;
    y += above + below;
    return { text: line, x: left, baseline, width, gap, direction, parts };
  });
  ctx.restore();
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map(({ x, width }) => x + width));
  return {
    lines,
    style,
    bounds: { x: left, y: top, width: Math.max(1, right - left), height },
    ascent: 0,
    descent: 0,
  };
}
