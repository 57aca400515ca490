import { type RepPhotoCrop, repPhotoCrop } from '#shared/model/rep-photo.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The square is so many faces wide, and the face lies so much of its own height above the middle: as portraits are cut. */
const facesWide = 2.3;
const abovePart = 0.1;

/**
 * The square of a picture that shows a face as a portrait does: never closer than `repPhotoCrop` allows, and no wider than
 * the picture.
 * @param face where it is, in the picture's px
 */
export function cropAround(face: Box, picture: { width: number; height: number }): RepPhotoCrop {
  const { width, height } = picture;
  const side = Math.max(face.width, face.height) * facesWide;
  const part = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1_000) / 1_000));
  const { minValue: least, maxValue: most } = repPhotoCrop.shape.zoom;
  const zoom = Math.min(width, height) / side;
  return {
    x: part((face.x + face.width / 2) / width),
    y: part((face.y + face.height * (0.5 + abovePart)) / height),
    zoom: Math.min(most ?? zoom, Math.max(least ?? 1, Math.round(zoom * 100) / 100)),
  };
}

/** The face that a photo is of: the largest, as others stand behind it. */
export const mainFace = (faces: readonly Box[]): Box | undefined =>
  [...faces].sort((one, other) => other.width * other.height - one.width * one.height)[0];
