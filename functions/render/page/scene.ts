import { pageDrawings } from '#shared/model/pages.ts';
import { BrowserAssets } from '#shared/scene/browser-assets.ts';
import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { browserLayers } from '#shared/scene/browser-layers.ts';
import type { SceneData, SceneEnv } from '#shared/scene/env.ts';
import { fontsOf, imagesOf, mediaOf } from '#shared/scene/needs.ts';
import '#shared/scene/registry.ts';
import type { Bitmaps, Place } from '#shared/scene/scene-frames.ts';
import { VideoFrames } from '#shared/scene/video-frames.ts';
import type { DrawJob } from '../job.ts';
import { KeptStretches } from './shared-stretches.ts';
import type { Mixed } from './sound.ts';

/** A picture that does not answer within this is drawn as its placeholder; ms. */
const assetTimeoutMs = 10_000;

const fonts = new BrowserFonts((file) => `/fonts/${file}`);
const createLayer = browserLayers();

/** What jobs of one name share in this page: loaded pictures, bitmaps and encoded frames of what shows no data. */
export interface Share {
  name: string;
  pictures: BrowserAssets;
  /** By page. */
  bitmaps: Map<string, Bitmaps>;
  stretches: KeptStretches;
  /** Mixed sounds by what is heard. */
  sounds: Map<string, Promise<Mixed>>;
}
let share: Share | undefined;

function shareOf(name: string): Share {
  if (share?.name !== name)
    share = {
      name,
      pictures: new BrowserAssets({ timeout: assetTimeoutMs }),
      bitmaps: new Map(),
      stretches: new KeptStretches(),
      sounds: new Map(),
    };
  return share;
}

/** The next job begins again, whatever its name. */
export function forgetShare(): void {
  share = undefined;
}

export interface Prepared {
  share?: Share;
  env: SceneEnv;
  clips: VideoFrames;
  failed: string[];
}

/** Loads all that a scene is drawn with. Close `clips` when the drawing is done. */
export async function prepare(job: DrawJob & { shareAs?: string }): Promise<Prepared> {
  const shared = job.shareAs === undefined ? undefined : shareOf(job.shareAs);
  const pictures = shared?.pictures ?? new BrowserAssets({ timeout: assetTimeoutMs });
  const clips = new VideoFrames();
  const env: SceneEnv = {
    data: job.data as SceneData,
    t: job.t,
    seed: job.seed,
    hideEmpty: true,
    assets: {
      image: pictures.image.bind(pictures),
      frame: (url, time) => clips.frame(url, time),
      duration: (url) => clips.duration(url),
    },
    fonts,
    createLayer,
  };
  pictures.preload(imagesOf(job.scene, env));
  const media = pageDrawings(job.scene).flatMap((drawing) => mediaOf(drawing, env));
  const videos = media.filter(({ kind }) => kind === 'video');
  const [failedClips] = await Promise.all([
    clips.open(videos.map(({ url }) => url)),
    fonts.load(fontsOf(job.scene, env), assetTimeoutMs),
  ]);
  return {
    env,
    clips,
    ...(shared ? { share: shared } : {}),
    failed: [...(await pictures.ready(assetTimeoutMs)), ...failedClips],
  };
}

/** Loads what a text is drawn with beside the scene. @param font CSS font shorthand */
export const loadFonts = (font: string, text: string) =>
  fonts.load([{ font, sample: [...new Set(text)].join('') }], assetTimeoutMs);

/** The scene's place in the output: as large as fits, in the middle. */
export function placeOf(
  { scene, width, height }: Pick<DrawJob, 'scene' | 'width' | 'height'>,
  scale = 1,
): Place {
  const { canvasSize } = scene;
  const fit = Math.min((width * scale) / canvasSize.width, (height * scale) / canvasSize.height);
  return {
    fit,
    x: (width * scale - canvasSize.width * fit) / 2,
    y: (height * scale - canvasSize.height * fit) / 2,
  };
}
