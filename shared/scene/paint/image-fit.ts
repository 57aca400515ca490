import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Box, Size } from '#shared/model/geometry.ts';
import { parsePosition } from '../css/split.ts';
import type { SceneContext, SceneImage } from '../env.ts';
import type { ObjectFit } from '../presets.ts';

/**
 * Where a picture is drawn for an object-fit and object-position, as CSS places it. The answer may reach
 * beyond the box: draw it clipped.
 */
export function fitImage(natural: Size, box: Box, fit: ObjectFit, position = 'center'): Box {
  const stretch = { x: box.width / natural.width, y: box.height / natural.height };
  const contain = Math.min(stretch.x, stretch.y);
  const scale = {
    fill: undefined,
    contain,
    cover: Math.max(stretch.x, stretch.y),
    none: 1,
    'scale-down': Math.min(1, contain),
  }[fit];
  const width = scale === undefined ? box.width : natural.width * scale;
  const height = scale === undefined ? box.height : natural.height * scale;
  const place = parsePosition(position) ?? { x: { share: 0.5, px: 0 }, y: { share: 0.5, px: 0 } };
  return {
    x: box.x + (box.width - width) * place.x.share + place.x.px,
    y: box.y + (box.height - height) * place.y.share + place.y.px,
    width,
    height,
  };
}

/** The part of a picture that is shown, in shares of its width and height. */
export type Crop = Box;

const wholePicture: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The crop that a map of styles holds; the whole picture where it holds none, or nonsense. */
export function readCrop({ crop }: JsonMap): Crop {
  if (typeof crop !== 'object' || crop === null || Array.isArray(crop)) return wholePicture;
  const { x, y, width, height } = crop;
  const numbers = [x, y, width, height].every((part) => typeof part === 'number' && Number.isFinite(part));
  if (!numbers) return wholePicture;
  const [left, top, wide, high] = [x, y, width, height] as [number, number, number, number];
  const fits =
    left >= 0 && top >= 0 && wide > 0 && high > 0 && left + wide <= 1.000_01 && top + high <= 1.000_01;
  return fits ? { x: left, y: top, width: wide, height: high } : wholePicture;
}

/** Draws a loaded picture, or a part of it, into a box; the caller has set the clip. */
export function drawFitted(
  ctx: SceneContext,
  picture: SceneImage,
  box: Box,
  fit: ObjectFit,
  position?: string,
  crop: Crop = wholePicture,
): void {
  if (!picture.image || picture.width <= 0 || picture.height <= 0) return;
  const part = {
    x: crop.x * picture.width,
    y: crop.y * picture.height,
    width: crop.width * picture.width,
    height: crop.height * picture.height,
  };
  const target = fitImage(part, box, fit, position);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = 'high';
  if (crop === wholePicture) {
    ctx.drawImage(picture.image, target.x, target.y, target.width, target.height);
    return;
  }
  // The whole picture is laid so that the part covers its place: unlike a source rectangle this needs no natural
  // size, which an SVG may lack.
  const scale = { x: target.width / part.width, y: target.height / part.height };
  ctx.save();
  ctx.beginPath();
  ctx.rect(target.x, target.y, target.width, target.height);
  ctx.clip();
  ctx.drawImage(
    picture.image,
    target.x - part.x * scale.x,
    target.y - part.y * scale.y,
    picture.width * scale.x,
    picture.height * scale.y,
  );
  ctx.restore();
}
