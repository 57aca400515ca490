import { parseAngle, parsePixels, splitOutside } from './split.ts';

const amounts = ['grayscale', 'sepia', 'brightness', 'contrast', 'saturate', 'invert', 'opacity'];

/**
 * A CSS filter as a canvas may be given it, or undefined when there is nothing to do. Only the plain
 * functions pass (an `url()` would fetch), and blur is multiplied by the scale, as a canvas measures it in
 * its own pixels.
 */
export function canvasFilter(css: unknown, scale: number): string | undefined {
  if (typeof css !== 'string' || css.trim() === '' || css.trim() === 'none') return undefined;
  const parts: string[] = [];
  for (const word of splitOutside(css.trim().toLowerCase(), ' ')) {
    const call = /^([a-z-]+)\(([^()]*)\)$/.exec(word);
    if (!call) return undefined;
    const [, name, inside] = call as unknown as [string, string, string];
    const argument = inside.trim();
    if (name === 'blur') {
      const px = parsePixels(argument || '0');
      if (px === undefined || px < 0) return undefined;
      parts.push(`blur(${px * scale}px)`);
    } else if (name === 'hue-rotate') {
      const angle = parseAngle(argument || '0deg');
      if (angle === undefined) return undefined;
      parts.push(`hue-rotate(${angle}deg)`);
    } else if (amounts.includes(name) && /^(\d+(\.\d*)?|\.\d+)?%?$/.test(argument)) {
      parts.push(`${name}(${argument || '1'})`);
    } else {
      return undefined;
    }
  }
  return parts.join(' ');
}
