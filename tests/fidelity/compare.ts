import pixelmatch from 'pixelmatch';
import type { PNG } from 'pngjs';

/* How two pictures differ: by dots for still pictures, by noise for frames of a video. */

/** Share of the dots of two pictures that a person could tell apart. */
export function shareOfDots(a: PNG, b: PNG): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
  return different / (a.width * a.height);
}

/** A picture as a video keeps it: brightness for every dot, two colours for every other one in both directions. */
export interface Planes {
  luma: Float64Array | Uint8Array;
  /** Both colours, one after the other. */
  chroma: Float64Array | Uint8Array;
}

/** BT.709 in limited range, as the renderer encodes; not rounded, so that only the video's own error counts. */
export function planesOf({ data, width, height }: PNG): Planes {
  const luma = new Float64Array(width * height);
  const half = (width / 2) * (height / 2);
  const chroma = new Float64Array(2 * half);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const [r, g, b] = [data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255];
      const bright = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      luma[y * width + x] = 16 + 219 * bright;
      const place = (y >> 1) * (width / 2) + (x >> 1);
      chroma[place]! += (128 + (224 * (b - bright)) / 1.8556) / 4;
      chroma[half + place]! += (128 + (224 * (r - bright)) / 1.5748) / 4;
    }
  return { luma, chroma };
}

/** The planes of one frame as a decoder gives them (yuv420p). */
export function planesOfFrame(raw: Buffer, width: number, height: number): Planes {
  const dots = width * height;
  if (raw.length !== dots * 1.5) throw new Error(`A frame has ${raw.length} bytes, not ${dots * 1.5}.`);
  return { luma: raw.subarray(0, dots), chroma: raw.subarray(dots) };
}

/** No error at all, in dB; beyond it a difference is smaller than the rounding of 8 bits. */
const perfect = 60;

function noise(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return Math.min(perfect, 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / a.length)));
}

/**
 * Peak signal-to-noise ratio of brightness and of colour, in dB. Not of red, green and blue: H.264 keeps colour at
 * half the resolution, so at a coloured edge of one dot no bitrate would bring those back.
 */
export const psnr = (a: Planes, b: Planes) => ({
  luma: noise(a.luma, b.luma),
  chroma: noise(a.chroma, b.chroma),
});
