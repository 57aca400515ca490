import * as z from 'zod';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { radiusField } from '../form-fields.ts';
import { blockLines } from '../paint/blocks.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { barLayout, drawBar, drawBigPlay } from '../paint/player-bar.ts';
import { skins } from '../paint/player-skins.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { readRadius } from '../styles.ts';
import {
  barState,
  drawVideo,
  type VideoContent,
  videoBehaviour,
  videoFields,
  videoNotice,
  videoNoticeBlocks,
  videoProperties,
  videoShadowField,
} from './video-base.ts';

const shows = {
  progress: true,
  time: true,
  volume: true,
  skip: false,
  pictureInPicture: false,
  fullscreen: true,
};
const skin = skins.default;

const boxOf = ({ width, height }: Drawable) => ({ x: 0, y: 0, width, height });

function bar(ctx: SceneContext, element: Drawable<VideoContent>, env: SceneEnv) {
  const state = barState(element.properties, env);
  return {
    state,
    layout: barLayout(ctx, boxOf(element as Drawable), skin, shows, state, element.styles, env),
  };
}

const hasBar = (element: Drawable<VideoContent>, env: SceneEnv) =>
  element.properties.controls && element.height >= 120 && !videoNotice(element.properties, env);

export const video = defineElementType({
  ...videoBehaviour,
  type: 'video',
  label: 'Video',
  description: 'A video from your library or an address',
  tags: ['video', 'film', 'clip', 'movie', 'mp4'],
  icon: 'IconVideo',
  size: { width: 640, height: 360 },
  properties: z.object(videoProperties),
  styles: { fontFamily: 'Inter', borderRadius: 8 },
  form: [...videoFields, radiusField, videoShadowField],
  weights: [500, 600],
  draw: (ctx, element, env) => {
    const box = boxOf(element as Drawable);
    const radius = readRadius(element.styles);
    const outline = roundedBox(ctx, 0, 0, box.width, box.height, radius);
    drawOuterShadows(ctx, element.styles.boxShadow, outline);
    drawVideo(ctx, element.properties, box, radius, env);
    if (!hasBar(element, env)) return;
    isolate(ctx, () => {
      clipTo(ctx, outline);
      const { state, layout } = bar(ctx, element, env);
      if (!state.playing) drawBigPlay(ctx, box);
      drawBar(ctx, layout, skin, state, env);
    });
  },
  text: (element, env) => (hasBar(element, env) ? '0123456789:/ ' : 'Failed to load video'),
  textLines: (ctx, element, env) =>
    blockLines(
      ctx,
      hasBar(element, env)
        ? bar(ctx, element, env).layout.texts
        : videoNoticeBlocks(ctx, element.properties, boxOf(element as Drawable), env),
      env,
    ),
});
