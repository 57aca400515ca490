/** Splits at a separator that stands outside of parentheses; parts are trimmed. */
export function splitOutside(text: string, separator: ',' | ' '): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    const splits = depth === 0 && (separator === ' ' ? /\s/.test(char) : char === separator);
    if (splits) {
      parts.push(part.trim());
      part = '';
    } else {
      part += char;
    }
  }
  parts.push(part.trim());
  return separator === ' ' ? parts.filter(Boolean) : parts;
}

const pixels = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))px$/i;
const percent = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))%$/;
const angle = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(deg|turn|rad|grad)$/i;

/** A CSS length in px, or undefined. 0 needs no unit. */
export function parsePixels(text: string): number | undefined {
  if (/^[+-]?0+(\.0+)?$/.test(text)) return 0;
  const match = pixels.exec(text);
  return match ? Number(match[1]) : undefined;
}

/** A length or percentage: px and share (1 is 100 %), to be resolved as `share * full + px`. */
export interface Extent {
  share: number;
  px: number;
}

export function parseExtent(text: string): Extent | undefined {
  const share = percent.exec(text);
  if (share) return { share: Number(share[1]) / 100, px: 0 };
  const px = parsePixels(text);
  return px === undefined ? undefined : { share: 0, px };
}

/** An angle in degrees, or undefined. */
export function parseAngle(text: string): number | undefined {
  const match = angle.exec(text);
  if (!match) return /^0+$/.test(text) ? 0 : undefined;
  const perUnit = { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 };
  return Number(match[1]) * perUnit[match[2]!.toLowerCase() as keyof typeof perUnit];
}

/** A position such as `center`, `top left`, `25% 10px`: one extent per axis. Undefined when it is none. */
export function parsePosition(text: string): { x: Extent; y: Extent } | undefined {
  const words = splitOutside(text.toLowerCase(), ' ');
  if (words.length < 1 || words.length > 2) return undefined;
  const keywords: Record<string, { axis: 'x' | 'y' | 'both'; share: number }> = {
    left: { axis: 'x', share: 0 },
    right: { axis: 'x', share: 1 },
    top: { axis: 'y', share: 0 },
    bottom: { axis: 'y', share: 1 },
    center: { axis: 'both', share: 0.5 },
  };
  const [first, second] = words as [string, string | undefined];
  const swapped = keywords[first]?.axis === 'y' || (second !== undefined && keywords[second]?.axis === 'x');
  const [forX, forY] = swapped ? [second ?? 'center', first] : [first, second ?? 'center'];
  const extent = (word: string, axis: 'x' | 'y'): Extent | undefined => {
    const keyword = keywords[word];
    if (!keyword) return parseExtent(word);
    return keyword.axis === axis || keyword.axis === 'both' ? { share: keyword.share, px: 0 } : undefined;
  };
  const x = extent(forX, 'x');
  const y = extent(forY, 'y');
  return x && y ? { x, y } : undefined;
}
