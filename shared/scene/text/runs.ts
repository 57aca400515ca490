import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { emptyLines, fieldParts, resolveText, type VariableEnv } from '../variables.ts';

/** Runs of one text; the bound of lists in free maps allows no more. */
export const maxRuns = contentLimits.map.arrayLength;

/** Where a part of a text differs from the element's own style; what is left out is as the element's. */
export const runStyle = z.strictObject({
  /** 100 to 900 */
  weight: z.number().min(100).max(900).optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  color: z.string().min(1).max(contentLimits.colorLength).optional(),
  /** Multiple of the element's font size, so that the whole can grow and shrink. */
  scale: z.number().min(0.05).max(40).optional(),
  /** Font family. */
  font: z.string().min(1).max(contentLimits.nameLength).optional(),
});

/** From the character at `start` up to, and without, the one at `end`; counted as JavaScript counts. */
export const textRun = runStyle.extend({ start: z.number().int().min(0), end: z.number().int().min(0) });

export type RunStyle = z.output<typeof runStyle>;
export type TextRun = z.output<typeof textRun>;

export interface RichText {
  text: string;
  /** In their order, apart from one another, none empty. */
  runs: TextRun[];
}

const keys = ['weight', 'italic', 'underline', 'strike', 'color', 'scale', 'font'] as const;

/** The style alone, without keys that say nothing. */
function styleOfRun(run: RunStyle): RunStyle {
  return Object.fromEntries(keys.flatMap((key) => (run[key] === undefined ? [] : [[key, run[key]]])));
}

const sameStyle = (a: RunStyle, b: RunStyle) => keys.every((key) => a[key] === b[key]);
const isPlain = (style: RunStyle) => keys.every((key) => style[key] === undefined);

/** Runs as they are kept: within the text, in order, none over another, neighbours of one style joined. */
export function tidyRuns(runs: readonly TextRun[], length: number): TextRun[] {
  const tidy: TextRun[] = [];
  for (const run of runs.toSorted((a, b) => a.start - b.start)) {
    const last = tidy.at(-1);
    const start = Math.max(run.start, last?.end ?? 0);
    const end = Math.min(run.end, length);
    const style = styleOfRun(run);
    if (start >= end || isPlain(style)) continue;
    if (last && last.end === start && sameStyle(last, style)) last.end = end;
    else tidy.push({ start, end, ...style });
  }
  return tidy.slice(0, maxRuns);
}

/** The style of the character at an offset. */
export function styleAt(runs: readonly TextRun[], offset: number): RunStyle {
  const run = runs.find(({ start, end }) => start <= offset && offset < end);
  return run ? styleOfRun(run) : {};
}

/** The style that letters typed at an offset take: that of the letter before, or of the first one of a line. */
export function typingStyleAt({ text, runs }: RichText, offset: number): RunStyle {
  const begins = offset === 0 || text[offset - 1] === '\n';
  return styleAt(runs, begins && text[offset] !== '\n' ? offset : offset - 1);
}

export interface Segment {
  start: number;
  end: number;
  style: RunStyle;
}

/** The text from one end to the other in parts of one style each; an empty text has none. */
export function segmentsOf({ text, runs }: { text: string; runs: readonly TextRun[] }): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const run of tidyRuns(runs, text.length)) {
    if (run.start > at) segments.push({ start: at, end: run.start, style: {} });
    segments.push({ start: run.start, end: run.end, style: styleOfRun(run) });
    at = run.end;
  }
  if (at < text.length) segments.push({ start: at, end: text.length, style: {} });
  return segments;
}

const toRuns = (segments: readonly Segment[], length: number) =>
  tidyRuns(
    segments.map(({ start, end, style }) => ({ start, end, ...style })),
    length,
  );

/** The text with a part styled again: keys of the change win, those that are undefined are taken away. */
export function restyle(rich: RichText, start: number, end: number, change: RunStyle): RichText {
  const parts = segmentsOf(rich).flatMap((segment) => {
    const from = Math.min(Math.max(start, segment.start), segment.end);
    const to = Math.max(Math.min(end, segment.end), from);
    return [
      { ...segment, end: from },
      { start: from, end: to, style: { ...segment.style, ...change } },
      { ...segment, start: to },
    ];
  });
  return { text: rich.text, runs: toRuns(parts, rich.text.length) };
}

/** The text with a part replaced by another one, which brings its own runs. */
export function splice(rich: RichText, start: number, end: number, inserted: RichText): RichText {
  const by = inserted.text.length - (end - start);
  const text = rich.text.slice(0, start) + inserted.text + rich.text.slice(end);
  const runs = [
    ...rich.runs.map((run) => ({ ...run, end: Math.min(run.end, start) })),
    ...inserted.runs.map((run) => ({ ...run, start: run.start + start, end: run.end + start })),
    ...rich.runs.map((run) => ({ ...run, start: Math.max(run.start, end) + by, end: run.end + by })),
  ];
  return { text, runs: tidyRuns(runs, text.length) };
}

/** A text in one style. */
export function styledText(text: string, style: RunStyle): RichText {
  return { text, runs: tidyRuns([{ start: 0, end: text.length, ...style }], text.length) };
}

/** The part between two offsets. */
export function sliceOf(rich: RichText, start: number, end: number): RichText {
  const text = rich.text.slice(start, end);
  const runs = rich.runs.map((run) => ({
    ...run,
    start: Math.max(run.start, start) - start,
    end: Math.min(run.end, end) - start,
  }));
  return { text, runs: tidyRuns(runs, text.length) };
}

/** The rich text after its plain text was changed elsewhere, as by a form: what stayed keeps its style. */
export function withText(rich: RichText, text: string): RichText {
  const before = rich.text;
  const shorter = Math.min(before.length, text.length);
  let head = 0;
  while (head < shorter && before[head] === text[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === text.at(-1 - tail)) tail++;
  const end = before.length - tail;
  const inserted = text.slice(head, text.length - tail);
  // What takes the place of styled words is styled as they were.
  const style = end > head ? styleAt(rich.runs, head) : typingStyleAt(rich, head);
  return splice(rich, head, end, styledText(inserted, style));
}

/** The style that all characters between two offsets share; a key on which they differ is left out of `shared`. */
export function commonStyle(
  rich: RichText,
  start: number,
  end: number,
): { shared: RunStyle; mixed: ReadonlySet<keyof RunStyle> } {
  const styles = segmentsOf(rich).flatMap((one) => (one.start < end && one.end > start ? [one.style] : []));
  const [first = {}] = styles;
  const mixed = new Set(keys.filter((key) => styles.some((style) => style[key] !== first[key])));
  const shared = Object.fromEntries(Object.entries(first).filter(([key]) => !mixed.has(key as never)));
  return { shared, mixed };
}

/** A rich text without the lines that no field fills. */
export function withoutEmptyLines(rich: RichText, env: VariableEnv): RichText {
  const nothing = { text: '', runs: [] };
  const gone = emptyLines(rich.text, env);
  const left = gone.reduceRight((text, { start, end }) => splice(text, start, end, nothing), rich);
  // The break before a last line goes with it.
  const { length } = left.text;
  return gone.at(-1)?.end === rich.text.length && left.text.endsWith('\n')
    ? splice(left, length - 1, length, nothing)
    : left;
}

/** A rich text with its merge fields filled in; a value is styled as the brace that begins its field. */
export function resolveRich(text: string, runs: readonly TextRun[], env: VariableEnv): RichText {
  const kept = tidyRuns(runs, text.length);
  if (!text.includes('{')) return { text, runs: kept };
  if (kept.length === 0) return { text: resolveText(text, env), runs: kept };
  let filled: RichText = { text: '', runs: [] };
  const add = (part: RichText) => {
    filled = splice(filled, filled.text.length, filled.text.length, part);
  };
  let at = 0;
  for (const { start, end, value } of fieldParts(text, env)) {
    add(sliceOf({ text, runs: kept }, at, start));
    add(styledText(value, styleAt(kept, start)));
    at = end;
  }
  add(sliceOf({ text, runs: kept }, at, text.length));
  return filled;
}
