import { parseColor } from './color.ts';
import { parsePixels, splitOutside } from './split.ts';

/** One shadow in px, as CSS's text-shadow and box-shadow write it. */
export interface Shadow {
  x: number;
  y: number;
  blur: number;
  /** Only of boxes. */
  spread: number;
  inset: boolean;
  color: string;
}

/** The shadows of a list, first one on top; none when the text is 'none' or not understood. */
export function parseShadows(css: unknown): Shadow[] {
  if (typeof css !== 'string' || css.trim() === '' || css.trim() === 'none') return [];
  const shadows: Shadow[] = [];
  for (const part of splitOutside(css, ',')) {
    const lengths: number[] = [];
    let color = 'rgba(0, 0, 0, 1)';
    let inset = false;
    for (const word of splitOutside(part, ' ')) {
      const px = parsePixels(word);
      if (px !== undefined) lengths.push(px);
      else if (word.toLowerCase() === 'inset') inset = true;
      else if (parseColor(word)) color = word;
      else return [];
    }
    if (lengths.length < 2 || lengths.length > 4) return [];
    const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
    shadows.push({ x, y, blur: Math.max(0, blur), spread, inset, color });
  }
  return shadows;
}

/** How far a list of shadows reaches beyond what casts them, in px. */
export function shadowReach(shadows: readonly Shadow[]): number {
  return shadows.reduce(
    (reach, { x, y, blur, spread, inset }) =>
      inset ? reach : Math.max(reach, Math.max(Math.abs(x), Math.abs(y)) + blur + Math.max(0, spread)),
    0,
  );
}
