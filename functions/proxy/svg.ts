/*
 * An SVG in an image element runs nothing; opened by itself it would. What could is refused rather than cleaned: a
 * picture has no need of it, and no cleaner has held for long.
 */

const isSvg = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?((<!--[\s\S]*?-->|<!DOCTYPE svg[^>[]*>)\s*)*<svg[\s>]/i;

const dangers: readonly [RegExp, string][] = [
  [/<!ENTITY/i, 'This SVG names entities, which are not read.'],
  [/<\s*(?:[\w-]+:)?(script|handler|listener)\b/i, 'This SVG holds a script, which is not shown.'],
  [/\son[a-z]+\s*=/i, 'This SVG holds a script, which is not shown.'],
  [/(?:java|vb)script\s*:/i, 'This SVG holds a script, which is not shown.'],
  [/<\s*(?:[\w-]+:)?foreignObject\b/i, 'This SVG holds a page, which is not shown.'],
];

/** Why a text is not taken as a picture, as a sentence; undefined for an SVG that only draws. */
export function svgProblem(text: string): string | undefined {
  const written = text.replace(/&#(x?)([0-9a-f]+);?/gi, (_, hex: string, code: string) => {
    const point = Number.parseInt(code, hex ? 16 : 10);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
  for (const [danger, sentence] of dangers) if (/<svg/i.test(text) && danger.test(written)) return sentence;
  return isSvg.test(text) ? undefined : 'There is no picture at this address.';
}
