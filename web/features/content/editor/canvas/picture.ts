import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext } from '#shared/scene/env.ts';

/** Where canvas px lie on a bitmap: a point p is drawn at p × scale + (x, y), in device px; x and y are whole. */
export interface Placement {
  x: number;
  y: number;
  scale: number;
}

export interface PictureCanvas {
  image: CanvasImageSource;
  ctx: SceneContext;
  width: number;
  height: number;
}

export type MakeCanvas = (width: number, height: number) => PictureCanvas;

/** A rectangle of a bitmap in device px. */
export type Region = Box;

/** A bitmap of a part of the scene. */
export interface Picture extends Placement {
  canvas: PictureCanvas;
}

export function newPicture(make: MakeCanvas, width: number, height: number, placement: Placement): Picture {
  return { canvas: make(width, height), ...placement };
}

/** The part of the scene on a region of the bitmap, in canvas px. */
export function sceneBox({ x, y, scale }: Placement, region: Region): Box {
  return {
    x: (region.x - x) / scale,
    y: (region.y - y) / scale,
    width: region.width / scale,
    height: region.height / scale,
  };
}

/** The device px that a box of the scene touches, cut to a size; undefined when it lies outside. */
export function regionOf({ x, y, scale }: Placement, box: Box, limit: Region): Region | undefined {
  const left = Math.max(limit.x, Math.floor(box.x * scale + x));
  const top = Math.max(limit.y, Math.floor(box.y * scale + y));
  const right = Math.min(limit.x + limit.width, Math.ceil((box.x + box.width) * scale + x));
  const bottom = Math.min(limit.y + limit.height, Math.ceil((box.y + box.height) * scale + y));
  if (right <= left || bottom <= top) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const wholeOf = ({ canvas }: Picture): Region => ({
  x: 0,
  y: 0,
  width: canvas.width,
  height: canvas.height,
});

/** Lays a bitmap over another where both show the same part of the scene, replacing what was there. */
export function layOver(ctx: SceneContext, picture: Picture, onto: Placement): void {
  const ratio = onto.scale / picture.scale;
  const x = onto.x - picture.x * ratio;
  const y = onto.y - picture.y * ratio;
  const { width, height } = picture.canvas;
  if (ratio === 1) {
    ctx.drawImage(picture.canvas.image, x, y);
    return;
  }
  ctx.clearRect(x, y, width * ratio, height * ratio);
  ctx.drawImage(picture.canvas.image, x, y, width * ratio, height * ratio);
}

export function browserCanvas(width: number, height: number): PictureCanvas {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { image: canvas, ctx: canvas.getContext('2d')!, width, height };
}
