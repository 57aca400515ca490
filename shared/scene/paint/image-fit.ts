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

/** Draws a loaded picture into a box; the caller has set the clip. */
export function drawFitted(
  ctx: SceneContext,
  picture: SceneImage,
  box: Box,
  fit: ObjectFit,
  position?: string,
): void {
  if (!picture.image || picture.width <= 0 || picture.height <= 0) return;
  const target = fitImage(picture, box, fit, position);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture.image, target.x, target.y, target.width, target.height);
}
