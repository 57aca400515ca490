import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Size } from '#shared/model/geometry.ts';
import type { SceneContext } from '../env.ts';
import { readRadius } from '../styles.ts';
import { roundedBox } from './canvas.ts';
import { fillPaint } from './fill.ts';
import { drawInsetShadows, drawOuterShadows } from './shadow.ts';

/** Draws what CSS calls the box: box-shadow, background (colour or gradient) and rounded corners. */
export function drawBox(ctx: SceneContext, size: Size, styles: JsonMap): void {
  const outline = roundedBox(ctx, 0, 0, size.width, size.height, readRadius(styles));
  drawOuterShadows(ctx, styles.boxShadow, outline);
  const background = styles.backgroundColor;
  if (typeof background === 'string' && background !== '' && background !== 'transparent') {
    fillPaint(ctx, background, { x: 0, y: 0, ...size }, outline);
  }
  drawInsetShadows(ctx, styles.boxShadow, size, outline);
}
