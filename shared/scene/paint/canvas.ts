import type { SceneContext } from '../env.ts';

/** Draws between save and restore, which holds also when the drawing throws. */
export function isolate(ctx: SceneContext, draw: () => void): void {
  ctx.save();
  try {
    draw();
  } finally {
    ctx.restore();
  }
}

/** How many canvas pixels one px of the current drawing takes. Shadows and filters are measured in the former. */
export function pixelScale(ctx: SceneContext): number {
  const { a, b, c, d } = ctx.getTransform();
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Traces a closed outline, `grow` px larger on every side (smaller when negative). */
export type Outline = (grow?: number) => void;

/** An outline of a box with rounded corners; radii larger than half a side are cut to it. */
export function roundedBox(
  ctx: SceneContext,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): Outline {
  return (grow = 0) => {
    const w = Math.max(0, width + 2 * grow);
    const h = Math.max(0, height + 2 * grow);
    // As CSS does, sharp corners stay sharp when a shadow spreads.
    const r = radius === 0 ? 0 : Math.max(0, Math.min(radius + grow, w / 2, h / 2));
    ctx.roundRect(x - grow, y - grow, w, h, r);
  };
}

/** An outline through corners, each rounded where there is room. */
export function roundedPolygon(
  ctx: SceneContext,
  corners: readonly { x: number; y: number }[],
  radius: number,
): Outline {
  return () => {
    const last = corners.at(-1)!;
    const first = corners[0]!;
    ctx.moveTo((last.x + first.x) / 2, (last.y + first.y) / 2);
    for (const [i, corner] of corners.entries()) {
      const next = corners[(i + 1) % corners.length]!;
      const previous = corners[(i + corners.length - 1) % corners.length]!;
      const room = Math.min(
        Math.hypot(next.x - corner.x, next.y - corner.y),
        Math.hypot(previous.x - corner.x, previous.y - corner.y),
      );
      const angle = Math.abs(
        Math.atan2(next.y - corner.y, next.x - corner.x) -
          Math.atan2(previous.y - corner.y, previous.x - corner.x),
      );
      const largest = Math.abs(Math.tan(angle / 2)) * (room / 2);
      ctx.arcTo(corner.x, corner.y, next.x, next.y, Math.min(radius, largest));
    }
    ctx.closePath();
  };
}

export function fillOutline(ctx: SceneContext, outline: Outline): void {
  ctx.beginPath();
  outline();
  ctx.fill();
}

export function clipTo(ctx: SceneContext, outline: Outline): void {
  ctx.beginPath();
  outline();
  ctx.clip();
}
