import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { formatClock } from '../media-time.ts';
import { readTextStyle } from '../text/style.ts';
import { block, paintBlocks, type TextBlock, widthOf } from './blocks.ts';
import type { Skin } from './player-skins.ts';
import { fillCircle, fillRounded, strokeGlyph } from './shapes.ts';

export interface BarState {
  playing: boolean;
  /** Seconds into the clip. */
  time: number;
  duration: number | undefined;
  muted: boolean;
  volume: number;
  rate: number;
}

export interface BarShows {
  progress: boolean;
  time: boolean;
  volume: boolean;
  skip: boolean;
  pictureInPicture: boolean;
  fullscreen: boolean;
}

export type Glyph = 'play' | 'pause' | 'back' | 'forward' | 'volume' | 'muted' | 'pip' | 'fullscreen';

/** A control's picture in a square of 24 units. */
export function traceControl(ctx: SceneContext, glyph: Glyph): void {
  const line = (...points: number[]) => {
    ctx.moveTo(points[0]!, points[1]!);
    for (let i = 2; i < points.length; i += 2) ctx.lineTo(points[i]!, points[i + 1]!);
  };
  switch (glyph) {
    case 'play':
      line(7, 4.5, 19, 12, 7, 19.5);
      ctx.closePath();
      ctx.fill();
      break;
    case 'pause':
      ctx.roundRect(6, 4.5, 4, 15, 1);
      ctx.roundRect(14, 4.5, 4, 15, 1);
      ctx.fill();
      return;
    case 'back':
      ctx.arc(12, 13, 7.5, -Math.PI * 0.62, Math.PI * 1.1);
      line(13.4, 2.6, 9.6, 5.8, 13.2, 9.2);
      break;
    case 'forward':
      ctx.arc(12, 13, 7.5, -Math.PI * 0.38, -Math.PI * 2.1, true);
      line(10.6, 2.6, 14.4, 5.8, 10.8, 9.2);
      break;
    case 'volume':
    case 'muted':
      line(3.5, 9.5, 7, 9.5, 11.5, 5.5, 11.5, 18.5, 7, 14.5, 3.5, 14.5);
      ctx.closePath();
      if (glyph === 'muted') line(15.5, 9.5, 20.5, 14.5);
      if (glyph === 'muted') line(20.5, 9.5, 15.5, 14.5);
      else {
        ctx.moveTo(15, 9);
        ctx.quadraticCurveTo(17, 12, 15, 15);
        ctx.moveTo(17.8, 6.5);
        ctx.quadraticCurveTo(21.4, 12, 17.8, 17.5);
      }
      break;
    case 'pip':
      ctx.roundRect(3, 5, 18, 14, 2);
      ctx.moveTo(12.5, 12.5);
      ctx.roundRect(12, 12, 6.5, 4.5, 1);
      break;
    case 'fullscreen':
      line(4, 9, 4, 4, 9, 4);
      line(15, 4, 20, 4, 20, 9);
      line(20, 15, 20, 20, 15, 20);
      line(9, 20, 4, 20, 4, 15);
      break;
  }
  ctx.stroke();
}

interface BarPart {
  glyph?: Glyph;
  box: Box;
}

/** Where everything of a control bar lies, in px of the element's own box. */
export function barLayout(
  ctx: SceneContext,
  picture: Box,
  skin: Skin,
  shows: BarShows,
  state: BarState,
  styles: JsonMap,
  env: SceneEnv,
) {
  const height = Math.max(28, Math.min(72, picture.height * 0.115)) * skin.scale;
  const margin = skin.floating ? height * 0.22 : 0;
  const ground: Box = {
    x: picture.x + margin,
    y: picture.y + picture.height - height - margin - (skin.floating ? 0 : height * 0.5),
    width: picture.width - 2 * margin,
    height: height * (skin.floating ? 1 : 1.5),
  };
  const pad = height * 0.34;
  const row: Box = {
    x: ground.x + pad,
    y: ground.y + ground.height - height,
    width: ground.width - 2 * pad,
    height,
  };
  const side = height * 0.46;
  const y = row.y + (height - side) / 2 + (skin.floating ? 0 : height * 0.06);
  const step = side * 1.75;
  const parts: BarPart[] = [];
  const texts: TextBlock[] = [];
  let left = row.x;
  let right = row.x + row.width;
  const room = () => right - left;
  const put = (glyph: Glyph) => {
    parts.push({ glyph, box: { x: left, y, width: side, height: side } });
    left += step;
  };
  const putRight = (glyph: Glyph) => {
    if (room() < step * 3) return;
    parts.push({ glyph, box: { x: right - side, y, width: side, height: side } });
    right -= step;
  };
  put(state.playing ? 'pause' : 'play');
  if (shows.fullscreen) putRight('fullscreen');
  if (!skin.bare) {
    if (shows.pictureInPicture) putRight('pip');
    if (shows.skip && room() > step * 6) {
      put('back');
      put('forward');
    }
  }
  const style = {
    ...readTextStyle(styles),
    fontSize: Math.max(10, side * 0.66),
    fontWeight: 500,
    color: skin.ink,
    letterSpacing: 0,
    textAlign: 'left' as const,
    verticalAlign: 'middle' as const,
  };
  const label =
    state.duration === undefined
      ? formatClock(state.time)
      : `${formatClock(state.time)} / ${formatClock(state.duration)}`;
  let volume: Box | undefined;
  if (shows.volume && room() > step * 4) {
    put(state.muted || state.volume === 0 ? 'muted' : 'volume');
    if (!skin.bare && room() > step * 7) {
      volume = {
        x: left - side * 0.4,
        y: y + side / 2 - side * 0.08,
        width: side * 2.6,
        height: side * 0.16,
      };
      left += side * 3;
    }
  }
  if (shows.time) {
    const width = widthOf(ctx, label, style, env) + 2;
    if (room() > width)
      texts.push(block(label, { x: left, y, width, height: side }, styles, { ...style, singleLine: true }));
    left += width + side * 0.6;
  }
  if (!skin.bare && state.rate !== 1 && room() > step)
    texts.push(
      block(`${state.rate}×`, { x: right - step * 1.1, y, width: step, height: side }, styles, {
        ...style,
        singleLine: true,
        textAlign: 'right',
      }),
    );
  const thick = Math.max(3, height * 0.075);
  const progress: Box | undefined = shows.progress
    ? skin.floating
      ? { x: left, y: y + side / 2 - thick / 2, width: Math.max(0, room() - side * 0.6), height: thick }
      : { x: row.x, y: row.y - thick * 0.4, width: row.width, height: thick }
    : undefined;
  return { ground, parts, texts, progress, volume, radius: skin.floating ? height * 0.28 : 0 };
}

function slider(ctx: SceneContext, box: Box, share: number, skin: Skin, knob: boolean): void {
  const done = Math.min(1, Math.max(0, share));
  fillRounded(ctx, box, skin.track, box.height / 2);
  if (done > 0) fillRounded(ctx, { ...box, width: box.width * done }, skin.accent, box.height / 2);
  if (knob) fillCircle(ctx, box.x + box.width * done, box.y + box.height / 2, box.height * 1.5, skin.accent);
}

/** Draws the control bar over the foot of a picture. */
export function drawBar(
  ctx: SceneContext,
  layout: ReturnType<typeof barLayout>,
  skin: Skin,
  state: BarState,
  env: SceneEnv,
): void {
  fillRounded(ctx, layout.ground, skin.ground, layout.radius);
  const share = state.duration ? state.time / state.duration : 0;
  if (layout.progress && layout.progress.width > 20) slider(ctx, layout.progress, share, skin, true);
  if (layout.volume)
    slider(ctx, layout.volume, state.muted ? 0 : state.volume, { ...skin, accent: skin.ink }, false);
  for (const { glyph, box } of layout.parts)
    if (glyph)
      strokeGlyph(ctx, { x: box.x, y: box.y, side: box.width }, skin.ink, () => traceControl(ctx, glyph));
  paintBlocks(ctx, layout.texts, env);
}

/** The large button in the middle of a video that does not play. */
export function drawBigPlay(ctx: SceneContext, box: Box, ink = '#ffffff'): void {
  const r = Math.max(18, Math.min(64, Math.min(box.width, box.height) * 0.13));
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  fillCircle(ctx, x, y, r, 'rgba(2, 6, 23, 0.6)');
  strokeGlyph(ctx, { x: x - r * 0.56, y: y - r * 0.6, side: r * 1.2 }, ink, () => traceControl(ctx, 'play'));
}
