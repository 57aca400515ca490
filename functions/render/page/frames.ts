import { type PageDrawing, pageDrawings, pageMomentAt, pageWindows } from '#shared/model/pages.ts';
import type { MediaUse } from '#shared/scene/element-type.ts';
import type { SceneContext } from '#shared/scene/env.ts';
import { mediaOf } from '#shared/scene/needs.ts';
import { transitionLook } from '#shared/scene/page-transition.ts';
import { clipTime } from '#shared/scene/paint/video.ts';
import { type Bitmaps, SceneFrames } from '#shared/scene/scene-frames.ts';
import type { VideoFrames } from '#shared/scene/video-frames.ts';
import type { VideoJob } from '../job.ts';
import { placeOf, prepare, type Share } from './scene.ts';
import { isHeard, joinMixed, type Mixed, mixSound } from './sound.ts';

/** What clips show at a moment of their page, in seconds. */
interface Shown {
  media: readonly MediaUse[];
  t: number;
}

/** Decodes what clips show, so that it can be drawn. */
export async function prepareClips(shown: readonly Shown[], clips: VideoFrames): Promise<void> {
  const wanted = new Map<string, number[]>();
  for (const { media, t } of shown)
    for (const use of media) {
      if (use.kind !== 'video') continue;
      const times = wanted.get(use.url) ?? [];
      times.push(clipTime(t, use, clips.duration(use.url)));
      wanted.set(use.url, times);
    }
  if (wanted.size > 0) await clips.prepare(wanted);
}

function newContext({ width, height }: Pick<VideoJob, 'width' | 'height'>): SceneContext {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  // Opaque, as every dot of it is painted: reading it back then takes a fifth less.
  const ctx = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!ctx) throw new Error('refused: A picture of this size does not fit into memory.');
  return ctx;
}

/** The mix of what is heard; jobs that share and hear the same mix it once. */
function mixOnce(share: Share | undefined, key: string, mix: () => Promise<Mixed>): Promise<Mixed> {
  if (!share) return mix();
  const known = share.sounds.get(key) ?? mix();
  // One sound at a time: it is as long as the video.
  if (!share.sounds.has(key)) share.sounds.clear();
  share.sounds.set(key, known);
  return known;
}

/** A page with the canvas that its frames are drawn on. */
interface DrawnPage {
  frames: SceneFrames;
  ctx: SceneContext;
  t: number;
}

/** The frames of a job, one after another, on one canvas: of all its pages, with the changes between them. */
export async function framesOf(job: VideoJob) {
  const prepared = await prepare(job);
  const { env, clips, share } = prepared;
  const ctx = newContext(job);
  const { backgroundColor: behind, fps, width, height } = job;
  const drawings = pageDrawings(job.scene);
  const pages = drawings.map(({ page }) => page);
  const media = drawings.map((drawing) => mediaOf(drawing, env));
  const sources = new Set(job.differsIn);

  const framesOn = (target: SceneContext, scene: PageDrawing, pageId: string) => {
    const bitmaps: Bitmaps = share?.bitmaps.get(pageId) ?? new Map();
    share?.bitmaps.set(pageId, bitmaps);
    const shared = share ? { shared: { bitmaps, env, sources } } : {};
    return new SceneFrames({ scene, ctx: target, place: placeOf(job), behind, fps, ...shared });
  };
  const probes = drawings.map((drawing) => framesOn(ctx, drawing, drawing.page.id));
  const showsData = (frame: number) => {
    const { index, t, leaving } = pageMomentAt(pages, frame / fps);
    return (
      probes[index]!.showsData(t) || (leaving !== undefined && probes[leaving.index]!.showsData(leaving.t))
    );
  };

  const drawn = new Map<number, DrawnPage>();
  let onCanvas: DrawnPage | undefined;
  /** The page's canvas; a new one when the page comes again, as frames only go forward. */
  const drawnPage = (index: number, t: number): DrawnPage => {
    const known = drawn.get(index);
    if (known && known.t <= t) return Object.assign(known, { t });
    const target = known?.ctx ?? newContext(job);
    const drawing = drawings[index]!;
    const made = { ctx: target, frames: framesOn(target, drawing, drawing.page.id), t };
    drawn.set(index, made);
    return made;
  };
  /** Draws a frame; answers false when the canvas shows it already. */
  const drawPages = async (frame: number): Promise<boolean> => {
    const { index, t, leaving } = pageMomentAt(pages, frame / fps);
    for (const other of drawn.keys()) if (other !== index && other !== leaving?.index) drawn.delete(other);
    const shown = [{ media: media[index]!, t }];
    if (leaving) shown.push({ media: media[leaving.index]!, t: leaving.t });
    await prepareClips(shown, clips);
    const page = drawnPage(index, t);
    const isNew = page.frames.draw({ ...env, t });
    if (!leaving) {
      if (!isNew && onCanvas === page) return false;
      ctx.drawImage(page.ctx.canvas, 0, 0);
      onCanvas = page;
      return true;
    }
    onCanvas = undefined;
    const before = drawnPage(leaving.index, leaving.t);
    before.frames.draw({ ...env, t: leaving.t });
    const look = transitionLook(leaving.transition, leaving.progress);
    ctx.drawImage(before.ctx.canvas, look.leaving.x * width, look.leaving.y * height);
    ctx.globalAlpha = look.entering.opacity;
    ctx.drawImage(page.ctx.canvas, look.entering.x * width, look.entering.y * height);
    ctx.globalAlpha = 1;
    return true;
  };
  const drawOnly = async (frame: number): Promise<boolean> => {
    const t = frame / fps;
    await prepareClips([{ media: media[0]!, t }], clips);
    return probes[0]!.draw({ ...env, t });
  };

  const lengthOf = (url: string) => clips.duration(url);
  const mixPages = async (from: number, to: number): Promise<Mixed> => {
    const parts = pageWindows(pages, from, to).map(async (window) => {
      const [start, end] = [Math.max(from, window.from), Math.min(to, window.to)];
      const used = media[window.index]!;
      const mixed = await mixSound(used, start - window.from, end - window.from, lengthOf);
      return { ...mixed, at: start - from };
    });
    return joinMixed(await Promise.all(parts), to - from);
  };
  /** What is heard between two moments, in seconds. */
  const mix = (from: number, to: number) =>
    mixOnce(share, JSON.stringify(media.map((uses) => uses.filter(isHeard))), () =>
      pages.length === 1 ? mixSound(media[0]!, from, to, lengthOf) : mixPages(from, to),
    );
  return { ...prepared, ctx, draw: pages.length === 1 ? drawOnly : drawPages, showsData, mix };
}
