import { contentLimits } from './content-limits.ts';
import type { Size } from './geometry.ts';

/**
 * Why a picture of so many px is not taken, or undefined. A file of some kilobytes can unfold to gigabytes: decoded,
 * each px takes four bytes in the renderer and in every browser that shows it.
 * @param subject what the sentence begins with, such as the file's name
 */
export function pictureSizeProblem({ width, height }: Size, subject = 'This picture'): string | undefined {
  const { imageSide, imagePixels } = contentLimits;
  if (width <= imageSide && height <= imageSide && width * height <= imagePixels) return undefined;
  return (
    `${subject} is ${width} × ${height} px. An image may have ${imageSide} px on a side ` +
    `and ${imagePixels / 1_000_000} megapixels at most.`
  );
}
