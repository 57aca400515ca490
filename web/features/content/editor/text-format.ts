import type { RunStyle } from '#shared/scene/text/runs.ts';
import type { TextStyle } from '#shared/scene/text/style.ts';
import type { Signal } from './signal.ts';

/** How the selected letters look, or the next ones to be typed. */
export interface FormatState {
  /** The element's own style. */
  base: TextStyle;
  /** What all selected letters share; a key that is missing is as the element's own. */
  style: RunStyle;
  /** Keys on which the selected letters differ. */
  mixed: ReadonlySet<keyof RunStyle>;
}

/** The text that is being typed in, for whatever gives its letters another look. */
export interface TextFormatting {
  readonly state: Signal<FormatState>;
  /** Keys that are undefined fall back on the element's own style. */
  format(change: RunStyle): void;
  /** Back to the letters, with the selection as it was. */
  focus(): void;
}

export type TextMark = 'bold' | 'italic' | 'underline' | 'strike';

/** From this weight on a text counts as bold. */
const boldFrom = 600;

const decorated = (base: TextStyle, word: string) => base.textDecoration.split(/\s+/).includes(word);

/** Whether all selected letters have the mark. */
export function hasMark({ base, style, mixed }: FormatState, mark: TextMark): boolean {
  switch (mark) {
    case 'bold':
      return !mixed.has('weight') && (style.weight ?? base.fontWeight) >= boldFrom;
    case 'italic':
      return !mixed.has('italic') && (style.italic ?? base.fontStyle === 'italic');
    case 'underline':
      return !mixed.has('underline') && (style.underline ?? decorated(base, 'underline'));
    case 'strike':
      return !mixed.has('strike') && (style.strike ?? decorated(base, 'line-through'));
  }
}

/** What gives a mark to all selected letters, or takes it from them where all have it. */
export function toggleMark(state: FormatState, mark: TextMark): RunStyle {
  const { base } = state;
  const on = !hasMark(state, mark);
  const own = hasMark({ base, style: {}, mixed: new Set() }, mark);
  // What the element does by itself needs no run.
  if (mark === 'bold') return { weight: on === own ? undefined : on ? 700 : 400 };
  return { [mark]: on === own ? undefined : on };
}

const sizes = { min: 1, max: 2_000 };

/** px of the selected letters; undefined when they differ. */
export function sizeOf({ base, style, mixed }: FormatState): number | undefined {
  return mixed.has('scale') ? undefined : Math.round(base.fontSize * (style.scale ?? 1) * 10) / 10;
}

/** What gives the selected letters a size in px. */
export function toSize({ base }: FormatState, px: number): RunStyle {
  const wanted = Math.min(sizes.max, Math.max(sizes.min, px));
  const scale = Math.min(40, Math.max(0.05, wanted / base.fontSize));
  return { scale: Math.abs(scale - 1) < 1e-6 ? undefined : Math.round(scale * 1e4) / 1e4 };
}

/** All that a run can say, said no more. */
export const plainStyle: RunStyle = {
  weight: undefined,
  italic: undefined,
  underline: undefined,
  strike: undefined,
  color: undefined,
  scale: undefined,
  font: undefined,
};
