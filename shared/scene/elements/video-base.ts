import * as z from 'zod';
import type { Box } from '#shared/model/geometry.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import type { Drawable, FormField, MediaUse } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { assetOf, choiceOf, toggle } from '../form-builders.ts';
import { objectFitField, speedField } from '../form-fields.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { drawNotice, type Notice, noticeBlocks } from '../paint/panel.ts';
import type { BarState } from '../paint/player-bar.ts';
import { fillRounded } from '../paint/shapes.ts';
import { clipTime, isPlaying, videoPicture } from '../paint/video.ts';
import { boxShadowPresets, objectFits } from '../presets.ts';
import { flag, mediaSource, within } from './schema-parts.ts';

/** What the two kinds of video share. */
export const videoProperties = {
  src: mediaSource,
  poster: mediaSource,
  autoplay: flag(true),
  loop: flag(true),
  muted: flag(true),
  controls: flag(true),
  preload: z.enum(['none', 'metadata', 'auto']).default('metadata'),
  playbackRate: within(0.25, 2, 1),
  objectFit: z.enum(objectFits).default('contain'),
};

const shape = z.object(videoProperties);
export type VideoContent = z.output<typeof shape>;

export const videoFields: readonly FormField[] = [
  assetOf('src', 'Video', 'video'),
  assetOf('poster', 'Picture before it plays'),
  toggle('autoplay', 'Play by itself'),
  toggle('loop', 'Begin again at the end'),
  toggle('muted', 'Without sound', 'content', { help: 'Browsers play by themselves only without sound' }),
  toggle('controls', 'Controls'),
  speedField,
  choiceOf(
    'preload',
    'Load beforehand',
    [
      { value: 'none', label: 'Nothing' },
      { value: 'metadata', label: 'Length and size' },
      { value: 'auto', label: 'The video' },
    ],
    'layout',
  ),
  objectFitField('properties'),
];

export const videoShadowField: FormField = {
  target: 'styles',
  key: 'boxShadow',
  tab: 'effects',
  kind: 'select',
  label: 'Box shadow',
  options: boxShadowPresets,
};

export function barState(it: VideoContent & { volume?: number }, env: SceneEnv): BarState {
  const duration = env.assets.duration?.(it.src);
  return {
    playing: isMediaSource(it.src) && isPlaying(env.t, it, duration),
    time: clipTime(env.t, it, duration),
    duration,
    muted: it.muted,
    volume: it.volume ?? 1,
    rate: it.playbackRate,
  };
}

/** What stands in a video's place; nothing while there is a picture of it. */
export function videoNotice(it: VideoContent, env: SceneEnv): Notice | undefined {
  const notice = (text: string, glyph: Notice['glyph'] = 'video'): Notice => ({
    glyph,
    text,
    ink: '#94a3b8',
  });
  if (!isMediaSource(it.src) && !isMediaSource(it.poster)) return notice('Choose a video');
  const picture = videoPicture(env, { ...it, play: it });
  if (picture?.state === 'loaded') return undefined;
  if (picture?.state === 'error') return notice('Failed to load video', 'broken');
  // A source of pictures only has no frames: the video is known, it merely has no poster.
  return notice(picture ? 'Loading video' : 'Video');
}

/** Draws the video's picture, or what stands in its place, inside a box on black. */
export function drawVideo(
  ctx: SceneContext,
  it: VideoContent,
  box: Box,
  radius: number,
  env: SceneEnv,
): void {
  isolate(ctx, () => {
    clipTo(ctx, roundedBox(ctx, box.x, box.y, box.width, box.height, radius));
    const notice = videoNotice(it, env);
    fillRounded(ctx, box, notice ? 'linear-gradient(160deg, #1e293b, #0f172a)' : '#000000');
    if (notice) return drawNotice(ctx, box, notice, env);
    const picture = videoPicture(env, { ...it, play: it });
    if (picture) drawFitted(ctx, picture, box, it.objectFit);
  });
}

export const videoNoticeBlocks = (ctx: SceneContext, it: VideoContent, box: Box, env: SceneEnv) => {
  const notice = videoNotice(it, env);
  return notice ? noticeBlocks(ctx, box, notice, env).blocks : [];
};

/** The parts of an element type that every kind of video has alike. */
export const videoBehaviour = {
  base: 'video' as const,
  category: 'Media' as const,
  animated: true,
  /** Without frames only the clock in the controls moves, once a second. */
  stillUntil: ({ properties: it }: Drawable<VideoContent>, env: SceneEnv) => {
    const { playing } = barState(it, env);
    if (!playing) return Infinity;
    if (env.assets.frame && !env.assets.framesStandStill) return env.t;
    return it.controls ? (Math.floor(env.t * it.playbackRate + 1e-9) + 1) / it.playbackRate : Infinity;
  },
  images: ({ properties: { poster } }: Drawable<VideoContent>) => (isMediaSource(poster) ? [poster] : []),
  media: ({ properties: it }: Drawable<VideoContent & { volume?: number }>): MediaUse[] => [
    {
      kind: 'video',
      url: it.src,
      autoplay: it.autoplay,
      loop: it.loop,
      muted: it.muted,
      volume: it.volume ?? 1,
      playbackRate: it.playbackRate,
    },
  ],
};
