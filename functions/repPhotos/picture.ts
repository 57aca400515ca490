import { fileTypeFromBuffer } from 'file-type';
import { imageDimensionsFromData } from 'image-dimensions';
import sharp, { type Sharp } from 'sharp';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import {
  repPhotoLimits as limits,
  type PreviewSize,
  previewSides,
  type RepPhotoCrop,
  type RepPicture,
  repPhotoTypes,
} from '#shared/model/rep-photo.ts';

// A function works one photo after another; what libvips keeps between them is memory for nothing.
sharp.cache(false);

export interface Picture {
  /** Upright, without its metadata. */
  original: Buffer;
  mimeType: RepPicture['mimeType'];
  /** Squares. */
  previews: Record<PreviewSize, Buffer>;
  /** PNG where the photo shows through, for mail programs do not draw WebP. */
  previewType: 'image/jpeg' | 'image/png';
}

export const photoTooLarge = () =>
  new AppError(413, 'payload_too_large', 'A photo may have at most 10 MB.', {
    details: { maxBytes: limits.bytes },
  });

/** What the bytes are, and that they may be decoded. @throws 400, 413 */
async function typeOf(bytes: Buffer): Promise<RepPicture['mimeType']> {
  if (bytes.length === 0) throw badRequest('The file is empty.');
  if (bytes.length > limits.bytes) throw photoTooLarge();
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  const type = repPhotoTypes.find((one) => one === found);
  if (!type) throw badRequest('Please choose a JPEG, PNG or WebP picture.');
  const size = imageDimensionsFromData(bytes);
  if (!size) throw badRequest('The size of this picture cannot be read. Save it again and try once more.');
  if (size.width * size.height > limits.pixels)
    throw badRequest(
      `This photo is ${size.width} × ${size.height} px. A photo may have ${limits.pixels / 1_000_000} megapixels at most.`,
    );
  return type;
}

/** The same square for all sizes: where the eye is drawn to, unless somebody said where it lies. */
async function squareOf(upright: Buffer, crop: RepPhotoCrop | null): Promise<Sharp> {
  const picture = sharp(upright, { limitInputPixels: limits.pixels });
  const side = previewSides.large;
  if (!crop) return picture.resize(side, side, { fit: 'cover', position: sharp.strategy.attention });
  const { width, height } = await picture.metadata();
  const cut = Math.max(1, Math.round(Math.min(width, height) / crop.zoom));
  const place = (centre: number, whole: number) =>
    Math.max(0, Math.min(whole - cut, Math.round(centre * whole - cut / 2)));
  return picture
    .extract({ left: place(crop.x, width), top: place(crop.y, height), width: cut, height: cut })
    .resize(side, side);
}

const previewOf = (square: Buffer, side: number, type: Picture['previewType']): Promise<Buffer> => {
  const sized = sharp(square).resize(side, side);
  return (type === 'image/png' ? sized.png() : sized.jpeg({ quality: 86, mozjpeg: true })).toBuffer();
};

/** The previews of a photo that is upright already. */
export async function previewsOf(
  upright: Buffer,
  crop: RepPhotoCrop | null,
): Promise<Pick<Picture, 'previews' | 'previewType'>> {
  const { isOpaque } = await sharp(upright).stats();
  const previewType = isOpaque ? 'image/jpeg' : 'image/png';
  const square = await (await squareOf(upright, crop)).png({ compressionLevel: 1 }).toBuffer();
  const [small, medium, large] = await Promise.all(
    (['small', 'medium', 'large'] as const).map((size) => previewOf(square, previewSides[size], previewType)),
  );
  return { previews: { small: small!, medium: medium!, large: large! }, previewType };
}

/**
 * Reads a photo that somebody sent: turned as its EXIF says and freed of all metadata, with its previews.
 * @param crop the square of the upright photo that they show; null: where the eye is drawn to
 * @throws 400 for what is no photo or has more than 40 megapixels, which is told before it is decoded; 413 above 10 MB
 */
export async function readPicture(bytes: Buffer, crop: RepPhotoCrop | null = null): Promise<Picture> {
  const mimeType = await typeOf(bytes);
  try {
    const turned = sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' }).autoOrient();
    const written = {
      'image/jpeg': () => turned.jpeg({ quality: 92 }),
      'image/png': () => turned.png(),
      'image/webp': () => turned.webp({ quality: 92 }),
    }[mimeType]();
    const original = await written.toBuffer();
    return { original, mimeType, ...(await previewsOf(original, crop)) };
  } catch {
    throw badRequest('This picture cannot be read. It may be damaged; save it again and try once more.');
  }
}
