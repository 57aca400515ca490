export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Turns a vector by degrees, clockwise on a canvas whose y grows downwards. */
export function rotateVector(vector: Point, degrees: number): Point {
  const cos = Math.cos(radians(degrees));
  const sin = Math.sin(radians(degrees));
  return { x: vector.x * cos - vector.y * sin, y: vector.x * sin + vector.y * cos };
}

export function centreOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The upright box around a box that is turned by degrees about its centre. */
export function boundingBox(box: Box, degrees = 0): Box {
  if (degrees % 180 === 0) return { x: box.x, y: box.y, width: box.width, height: box.height };
  const cos = Math.abs(Math.cos(radians(degrees)));
  const sin = Math.abs(Math.sin(radians(degrees)));
  const width = box.width * cos + box.height * sin;
  const height = box.width * sin + box.height * cos;
  const centre = centreOf(box);
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

export function boxesOverlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
