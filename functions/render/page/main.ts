import { drawScene, sceneTextLines } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { mediaOf } from '#shared/scene/needs.ts';
import type { DrawJob, RenderPage } from '../job.ts';
import { type Prepared, placeOf, prepare } from './scene.ts';
import { encodedFrames, encodeVideo, finished, prepareClips } from './video.ts';

/* The renderer's page: the scene, drawn by the code that the editor draws it with. */

function draw(job: DrawJob, env: SceneEnv, scale = 1): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(job.width * scale);
  canvas.height = Math.round(job.height * scale);
  const ctx: SceneContext | null = canvas.getContext('2d');
  if (!ctx) throw new Error('refused: A picture of this size does not fit into memory.');
  ctx.fillStyle = job.backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const { fit, x, y } = placeOf(job, scale);
  ctx.setTransform(fit, 0, 0, fit, x, y);
  ctx.beginPath();
  ctx.rect(0, 0, job.scene.canvasSize.width, job.scene.canvasSize.height);
  ctx.clip();
  drawScene(ctx, job.scene, env);
  return canvas;
}

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
  await prepareClips(mediaOf(job.scene, prepared.env), prepared.env, prepared.clips);
  return prepared;
}

const api: RenderPage = {
  async picture(job) {
    const { env, failed } = await prepareStill(job);
    return { base64: await bytesOf(draw(job, env), `image/${job.format}`, job.quality), failed };
  },

  async print(job) {
    const { env, failed } = await prepareStill(job);
    const canvas = draw(job, env, job.scale);
    const ctx = canvas.getContext('2d')!;
    const picture = new Image();
    picture.src = canvas.toDataURL('image/png');
    await picture.decode();
    picture.style.cssText = `position:absolute;inset:0;width:${job.width}px;height:${job.height}px`;
    const sheet = document.createElement('div');
    sheet.style.cssText = `position:relative;width:${job.width}px;height:${job.height}px;overflow:hidden`;
    sheet.append(picture);
    // The text lies over its picture, all but invisible, so that it can be searched, selected and read aloud.
    const { fit, x, y } = placeOf(job);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const line of sceneTextLines(ctx, job.scene, env)) {
      const span = document.createElement('span');
      span.textContent = line.text;
      span.dir = line.direction;
      span.style.cssText = `position:absolute;left:0;top:0;white-space:pre;line-height:1;color:rgba(0,0,0,.004);
        font:${line.fontSize}px Inter;transform-origin:0 0`;
      sheet.append(span);
      span.dataset.width = String(line.width);
      const [a, b, c, d, e, f] = line.matrix;
      const up = line.baseline - line.fontSize * 0.95;
      span.style.transform = `translate(${x}px,${y}px) scale(${fit}) matrix(${a},${b},${c},${d},${e},${f}) translate(${line.x}px,${up}px)`;
    }
    document.body.replaceChildren(sheet);
    // Stretched to the width that the line has in the picture, whatever font it is drawn in there.
    for (const span of sheet.querySelectorAll('span')) {
      const wanted = Number(span.dataset.width);
      if (span.offsetWidth > 0) span.style.transform += ` scaleX(${wanted / span.offsetWidth})`;
    }
    return { failed };
  },

  video: encodeVideo,
  encoded: encodedFrames,
  take: (file, from, to) => finished[file].subarray(from, to).toBase64(),
};

Object.assign(window, { dealbell: api });
