import type { JsonMap } from '#shared/model/bounded-map.ts';

/*
 * Styles are a free map, written by people and by older releases: each reader takes what makes sense and
 * falls back otherwise, so that a bad value never stops a drawing.
 */

/** A number, or a text such as '18px', within bounds. */
export function readNumber(styles: JsonMap, key: string, fallback: number, min: number, max: number): number {
  const raw = styles[key];
  const value =
    typeof raw === 'string' && /^-?(\d+(\.\d*)?|\.\d+)(px)?$/.test(raw.trim()) ? Number.parseFloat(raw) : raw;
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(max, Math.max(min, value));
}

export function readText(styles: JsonMap, key: string, fallback: string): string {
  const raw = styles[key];
  return typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : fallback;
}

export function readChoice<Choice extends string>(
  styles: JsonMap,
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const raw = styles[key];
  return choices.includes(raw as Choice) ? (raw as Choice) : fallback;
}

/** Corner radius in px; 0 to 50 in the form, larger ones are cut to half a side when drawn. */
export function readRadius(styles: JsonMap, fallback = 0): number {
  return readNumber(styles, 'borderRadius', fallback, 0, 5_000);
}
