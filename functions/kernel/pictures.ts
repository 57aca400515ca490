import { imageDimensionsFromData } from 'image-dimensions';
import type { Size } from '#shared/model/geometry.ts';
import { pictureSizeProblem } from '#shared/model/picture-size.ts';

/**
 * Bytes in which a picture says its size. A JPEG may say it behind its metadata, of which cameras write some hundred
 * kilobytes; the other kinds say it at the beginning.
 */
export const pictureHeadBytes = 4 * 1024 * 1024;

/** Kinds that browsers decode px by px. Drawings (SVG) have no px, and what browsers do not decode costs them nothing. */
const decoded = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
]);

/** BITMAPINFOHEADER: width and height at byte 18, the height negative where rows go from top to bottom. */
function bitmapSize(head: Buffer): Size | undefined {
  if (head.length < 26) return undefined;
  return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) };
}

/**
 * Why a picture must not be decoded, told by its first bytes alone, or undefined.
 * @param head the first `pictureHeadBytes`, or the whole file
 * @param mimeType what the bytes are, not what they are called
 */
export function pictureProblem(head: Buffer, mimeType: string): string | undefined {
  if (!decoded.has(mimeType)) return undefined;
  const size = mimeType === 'image/bmp' ? bitmapSize(head) : imageDimensionsFromData(head);
  if (!size)
    return 'The size of this picture cannot be read. Save it as PNG, JPEG, WebP, GIF or AVIF and try again.';
  return pictureSizeProblem(size);
}
