import { BrowserAssets } from '#shared/scene/browser-assets.ts';
import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { browserLayers } from '#shared/scene/browser-layers.ts';
import { drawScene, sceneTextLines } from '#shared/scene/draw.ts';
import type { SceneContext, SceneData, SceneEnv } from '#shared/scene/env.ts';
import { fontsOf, imagesOf } from '#shared/scene/needs.ts';
import type { DrawJob, RenderPage } from '../job.ts';

/* The renderer's page: the scene, drawn by the code that the editor draws it with. */

/** A picture that does not answer within this is drawn as its placeholder; ms. */
const assetTimeoutMs = 10_000;

const fonts = new BrowserFonts((file) => `/fonts/${file}`);
const createLayer = browserLayers();

async function prepare(job: DrawJob): Promise<{ env: SceneEnv; failed: string[] }> {
  const assets = new BrowserAssets({ timeout: assetTimeoutMs });
  const env: SceneEnv = {
    data: job.data as SceneData,
    t: job.t,
    seed: job.seed,
    assets,
    fonts,
    createLayer,
  };
  assets.preload(imagesOf(job.scene, env));
  await fonts.load(fontsOf(job.scene, env), assetTimeoutMs);
  return { env, failed: await assets.ready(assetTimeoutMs) };
}

/** The scene's place in the output: as large as fits, in the middle. */
function place({ scene, width, height }: DrawJob, scale = 1) {
  const { canvasSize } = scene;
  const fit = Math.min((width * scale) / canvasSize.width, (height * scale) / canvasSize.height);
  return {
    fit,
    x: (width * scale - canvasSize.width * fit) / 2,
    y: (height * scale - canvasSize.height * fit) / 2,
  };
}

function draw(job: DrawJob, env: SceneEnv, scale = 1): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(job.width * scale);
  canvas.height = Math.round(job.height * scale);
  const ctx: SceneContext | null = canvas.getContext('2d');
  if (!ctx) throw new Error('A picture of this size does not fit into memory.');
  ctx.fillStyle = job.backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const { fit, x, y } = place(job, scale);
  ctx.setTransform(fit, 0, 0, fit, x, y);
  ctx.beginPath();
  ctx.rect(0, 0, job.scene.canvasSize.width, job.scene.canvasSize.height);
  ctx.clip();
  drawScene(ctx, job.scene, env);
  return canvas;
}

async function bytesOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<string> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (!blob) throw new Error('A picture of this size does not fit into memory.');
  const url = await new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

const api: RenderPage = {
  async picture(job) {
    const { env, failed } = await prepare(job);
    return { base64: await bytesOf(draw(job, env), `image/${job.format}`, job.quality), failed };
  },

  async print(job) {
    const { env, failed } = await prepare(job);
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
    const { fit, x, y } = place(job);
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
};

Object.assign(window, { dealbell: api });
