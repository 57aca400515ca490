import type { Box, Size } from './geometry.ts';

/** Distance at which a dragged element snaps, in screen px: divide by the zoom (section 9). */
export const snapTolerance = 8;
/** Side of a grid square in canvas px (section 9). */
export const gridSize = 20;

export type GuideSource = 'canvas-centre' | 'canvas-edge' | 'element-centre' | 'element-edge' | 'grid';

/** A line that things snap to: 'x' is a vertical line at x, 'y' a horizontal one at y, in canvas px. */
export interface Guide {
  axis: 'x' | 'y';
  at: number;
  source: GuideSource;
}

/** Guides from the canvas's centre and edges and from the other elements' edges and centres. */
export function buildGuides(canvas: Size, others: readonly Box[]): Guide[] {
  const guides: Guide[] = [
    { axis: 'x', at: canvas.width / 2, source: 'canvas-centre' },
    { axis: 'y', at: canvas.height / 2, source: 'canvas-centre' },
    { axis: 'x', at: 0, source: 'canvas-edge' },
    { axis: 'x', at: canvas.width, source: 'canvas-edge' },
    { axis: 'y', at: 0, source: 'canvas-edge' },
    { axis: 'y', at: canvas.height, source: 'canvas-edge' },
  ];
  for (const box of others) {
    guides.push(
      { axis: 'x', at: box.x + box.width / 2, source: 'element-centre' },
      { axis: 'y', at: box.y + box.height / 2, source: 'element-centre' },
      { axis: 'x', at: box.x, source: 'element-edge' },
      { axis: 'x', at: box.x + box.width, source: 'element-edge' },
      { axis: 'y', at: box.y, source: 'element-edge' },
      { axis: 'y', at: box.y + box.height, source: 'element-edge' },
    );
  }
  return guides;
}

export interface Snap {
  x: number;
  y: number;
  /** The lines the box now lies on, to be shown; empty when it is free. */
  guides: Guide[];
}

/**
 * Where a dragged box comes to lie: each axis goes to the nearest guide within 8 px of the screen for its
 * start, middle or end. With the grid on, an axis without a guide goes to the grid.
 */
export function snapBox(
  box: Box,
  guides: readonly Guide[],
  options: { zoom: number; grid?: boolean; smart?: boolean },
): Snap {
  const tolerance = snapTolerance / options.zoom;
  const shownGuides: Guide[] = [];
  const snapAxis = (axis: 'x' | 'y', start: number, length: number): number => {
    const anchors = [start, start + length / 2, start + length];
    let best = Number.POSITIVE_INFINITY;
    let shift = 0;
    if (options.smart !== false) {
      for (const guide of guides) {
        if (guide.axis !== axis) continue;
        for (const anchor of anchors) {
          const distance = Math.abs(guide.at - anchor);
          if (distance <= tolerance && distance < best) {
            best = distance;
            shift = guide.at - anchor;
          }
        }
      }
    }
    if (best === Number.POSITIVE_INFINITY) {
      return options.grid ? Math.round(start / gridSize) * gridSize : start;
    }
    const settled = anchors.map((anchor) => anchor + shift);
    const seen = new Set<number>();
    for (const guide of guides) {
      if (guide.axis !== axis || seen.has(guide.at)) continue;
      if (settled.some((anchor) => Math.abs(anchor - guide.at) < 0.01)) {
        seen.add(guide.at);
        shownGuides.push(guide);
      }
    }
    return start + shift;
  };
  const x = snapAxis('x', box.x, box.width);
  const y = snapAxis('y', box.y, box.height);
  return { x, y, guides: shownGuides };
}
