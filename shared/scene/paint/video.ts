import type { Box } from '#shared/model/geometry.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import type { MediaUse } from '../element-type.ts';
import type { SceneContext, SceneEnv, SceneImage } from '../env.ts';
import type { ObjectFit } from '../presets.ts';
import { drawFitted } from './image-fit.ts';

/** How a video background plays: for ever and without sound. */
export const backgroundPlay = {
  autoplay: true,
  loop: true,
  muted: true,
  volume: 0,
  playbackRate: 1,
} as const;

export type Play = Pick<MediaUse, 'autoplay' | 'loop' | 'playbackRate'>;

/**
 * Where in a clip the scene is at t: speed applied, begun again when it loops. One that does not loop is back at
 * its beginning once it has ended (specification, section 4).
 * @param duration seconds; undefined while it is not known
 */
export function clipTime(t: number, play: Play, duration: number | undefined): number {
  if (!play.autoplay) return 0;
  const time = Math.max(0, t) * play.playbackRate;
  if (duration === undefined || duration <= 0 || time < duration) return time;
  return play.loop ? time % duration : 0;
}

/** Whether a clip still runs at t. */
export function isPlaying(t: number, play: Play, duration: number | undefined): boolean {
  return play.autoplay && (play.loop || duration === undefined || t * play.playbackRate < duration);
}

/** A video's picture at the scene's time; its poster where there are no frames, or none yet. */
export function videoPicture(
  env: SceneEnv,
  video: { src: string; poster: string; play: Play },
): SceneImage | undefined {
  const { src, poster, play } = video;
  const hasSource = isMediaSource(src);
  const still = isMediaSource(poster) ? env.assets.image(poster) : undefined;
  if (!hasSource || !env.assets.frame) return still;
  const duration = env.assets.duration?.(src);
  // A poster is shown until the video is played.
  if (still?.state === 'loaded' && !isPlaying(env.t, play, duration)) return still;
  // Where nothing moves it is shown at all times, and no frame is fetched beside it.
  if (still && still.state !== 'error' && env.assets.framesStandStill) return still;
  const frame = env.assets.frame(src, clipTime(env.t, play, duration));
  if (!frame) return still;
  return frame.state === 'loaded' || !still || still.state === 'error' ? frame : still;
}

export function drawVideoBackground(
  ctx: SceneContext,
  background: { url: string; poster?: string | undefined },
  box: Box,
  env: SceneEnv,
  fit: ObjectFit = 'cover',
): void {
  const picture = videoPicture(env, {
    src: background.url,
    poster: background.poster ?? '',
    play: backgroundPlay,
  });
  if (picture) drawFitted(ctx, picture, box, fit);
}
