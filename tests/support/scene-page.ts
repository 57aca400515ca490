import { BrowserAssets } from '#shared/scene/browser-assets.ts';
import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { browserLayers } from '#shared/scene/browser-layers.ts';
import { drawScene } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import fontFiles from '#shared/scene/fonts.ts?files';
import { fontsOf, imagesOf } from '#shared/scene/needs.ts';
import { elementTypes, newElement } from '#shared/scene/registry.ts';
import { sampleData } from '#shared/scene/variables.ts';

/* What tests and the contact sheet run in a browser: single elements drawn by the scene. */

const urls = new Map<string, string>();
const fonts = new BrowserFonts((file) => {
  const bytes = fontFiles[file];
  if (!bytes) return undefined;
  const known =
    urls.get(file) ?? URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'font/woff2' }));
  urls.set(file, known);
  return known;
});
const assets = new BrowserAssets({ timeout: 3000 });
const createLayer = browserLayers();

/** A picture for types that show one: made here, so that nothing is fetched. */
function picture(): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 640, height: 480 });
  const ctx = canvas.getContext('2d')!;
  const sky = ctx.createLinearGradient(0, 0, 0, 480);
  sky.addColorStop(0, '#24365f');
  sky.addColorStop(0.7, '#e08e79');
  sky.addColorStop(1, '#ffd9a0');
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, 640, 480);
  ctx.fillStyle = '#fff1cf';
  ctx.beginPath();
  ctx.arc(420, 250, 70, 0, 7);
  ctx.fill();
  for (const [top, color] of [
    [300, '#8c5a6e'],
    [360, '#43395f'],
    [420, '#191f3d'],
  ] as const) {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(0, 480);
    for (let x = 0; x <= 640; x += 20) ctx.lineTo(x, top + Math.sin(x / 70 + top) * 26);
    ctx.lineTo(640, 480);
    ctx.fill();
  }
  return canvas.toDataURL('image/jpeg', 0.85);
}

const shown = picture();
/** Properties that hold the address of a picture, by their name. */
const pictureKeys = ['src', 'imageUrl', 'poster', 'fallbackUrl'];

/** White things on nothing want a ground that shows them. */
const onDark = new Set(['snow_animation']);

function elementOf(type: string) {
  const element = newElement(type, { id: `elm_${type}`, x: 0, y: 0, layerOrder: 0 });
  const properties = { ...element.properties };
  for (const key of pictureKeys)
    if (key in properties && !(key === 'src' && element.elementType.startsWith('video')))
      properties[key] = shown;
  if (type === 'image_carousel') properties.slides = [{ src: shown, alt: '', caption: 'The view from here' }];
  return { ...element, properties };
}

async function envOf(
  type: string,
  t: number,
): Promise<{ env: SceneEnv; scene: Parameters<typeof drawScene>[1] }> {
  const element = elementOf(type);
  const scene = {
    canvasSize: element.size,
    canvasBackground: { type: 'solid' as const, color: onDark.has(type) ? '#24365f' : '#f4f6fa' },
    elements: [element],
  };
  const data = {
    ...sampleData,
    external: { weather: { temperature: '72', condition: 'partly cloudy', place: 'Tampa' } },
  };
  const env: SceneEnv = { data, t, seed: 7, assets, fonts, createLayer };
  assets.preload(imagesOf(scene, env));
  await fonts.load(fontsOf(scene, env), 5000);
  await assets.ready(5000);
  return { env, scene };
}

async function digest(canvas: HTMLCanvasElement): Promise<string> {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const hash = await crypto.subtle.digest('SHA-256', data);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function drawn(
  scene: Parameters<typeof drawScene>[1],
  env: SceneEnv,
  canvas = document.createElement('canvas'),
) {
  const { width, height } = scene.canvasSize;
  Object.assign(canvas, { width, height });
  drawScene(canvas.getContext('2d') as SceneContext, scene, env);
  return canvas;
}

const api = {
  types: elementTypes.map(({ type, label, category }) => ({ type, label, category })),

  /** Draws a type at a time, jumped to. @returns the digest of the px */
  async jumped(type: string, t: number): Promise<string> {
    const { env, scene } = await envOf(type, t);
    return digest(drawn(scene, env));
  },

  /** The same, played to in steps of a frame on one canvas. */
  async played(type: string, t: number, fps: number): Promise<string> {
    const { env, scene } = await envOf(type, t);
    const canvas = document.createElement('canvas');
    for (let frame = 0; frame < t * fps; frame++) drawn(scene, { ...env, t: frame / fps }, canvas);
    return digest(drawn(scene, env, canvas));
  },

  /** A card of the contact sheet: the type fitted into a cell with a margin, at each of the times. */
  async cards(
    type: string,
    times: number[],
    cell: { width: number; height: number },
    margin: number,
  ): Promise<string> {
    const strip = document.createElement('canvas');
    Object.assign(strip, { width: cell.width * times.length, height: cell.height });
    const ctx = strip.getContext('2d') as SceneContext;
    for (const [at, t] of times.entries()) {
      const { env, scene } = await envOf(type, t);
      const { width, height } = scene.canvasSize;
      const scale = Math.min((cell.width - margin) / width, (cell.height - margin) / height, 1);
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: Math.round(width * scale * 2), height: Math.round(height * scale * 2) });
      const own = canvas.getContext('2d') as SceneContext;
      own.scale(scale * 2, scale * 2);
      drawScene(own, scene, env);
      const left = at * cell.width + (cell.width - width * scale) / 2;
      ctx.drawImage(canvas, left, (cell.height - height * scale) / 2, width * scale, height * scale);
    }
    return strip.toDataURL('image/png');
  },
};

export type ScenePage = typeof api;
Object.assign(window, { scene: api });
