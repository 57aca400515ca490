import { pageDrawings } from '#shared/model/pages.ts';
import { mediaOf } from '#shared/scene/needs.ts';
import type { DrawJob, RenderPage } from '../job.ts';
import { endBefore, frameCost } from './dividing.ts';
import { prepareClips } from './frames.ts';
import { drawPicture } from './picture.ts';
import { layOut } from './print.ts';
import { type Prepared, prepare } from './scene.ts';
import { encodedFrames, encodeVideo, finished } from './video.ts';

/* The renderer's page: the scene, drawn by the code that the editor draws it with. */

async function bytesOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<string> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (!blob) throw new Error('refused: A picture of this size does not fit into memory.');
  const url = await new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

declare global {
  interface Uint8Array {
    /** Of ES2026; the renderer's Chromium has it. */
    toBase64(): string;
  }
}

async function prepareStill(job: DrawJob): Promise<Prepared> {
  const prepared = await prepare(job);
  prepared.env.still = true;
  const shown = pageDrawings(job.scene).map((drawing) => ({
    media: mediaOf(drawing, prepared.env),
    t: job.t,
  }));
  await prepareClips(shown, prepared.clips);
  return prepared;
}

const api: RenderPage = {
  async picture(job) {
    const { env, failed } = await prepareStill(job);
    return { base64: await bytesOf(drawPicture(job, env), `image/${job.format}`, job.quality), failed };
  },

  async print(job) {
    const { env, failed } = await prepareStill(job);
    await layOut(job, env);
    return { failed };
  },

  video: encodeVideo,
  encoded: encodedFrames,
  cost: frameCost,
  endBefore,
  take: (file, from, to) => finished[file].subarray(from, to).toBase64(),
};

Object.assign(window, { dealbell: api });
