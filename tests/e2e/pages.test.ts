import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { Element, Page as ProjectPage } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { exported } from '#tests/support/exporting.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A sign of three pages: one video, one PDF, one picture of each, and one sign on a display and on the web. */

const pictures = process.env.PICTURES;
const size = { width: 640, height: 360 };
/** Dots of the pages in their order. */
const colors = ['#b91c1c', '#15803d', '#1d4ed8'] as const;
const names = ['Welcome', 'Winners', 'Goodbye'] as const;

let product: Product;
let caller: Caller;
let folder: string;
let projectId: string;
let publicUrl: string;

const pages: ProjectPage[] = [
  { id: 'main', name: names[0], duration: 2, transition: 'slide-left' },
  {
    id: 'two',
    name: names[1],
    duration: 2,
    transition: 'fade',
    background: { type: 'solid', color: colors[1] },
  },
  {
    id: 'three',
    name: names[2],
    duration: 2,
    transition: 'cut',
    background: { type: 'solid', color: colors[2] },
  },
];

function title(text: string, pageId?: string): Omit<Element, 'id' | 'version'> {
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('text', { id: 'e', x: 40, y: 130, layerOrder: 0 });
  return {
    ...element,
    size: { width: 560, height: 90 },
    styles: { fontSize: 64, fontWeight: 700, color: '#ffffff', textAlign: 'center' },
    properties: { ...element.properties, text },
    ...(pageId ? { pageId } : {}),
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  product = await shareProduct();
  caller = await product.signIn('admin');
  ({ id: projectId } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Three pages',
    canvasSize: size,
    canvasBackground: { type: 'solid', color: colors[0] },
    pages,
    elements: [title(names[0]), title(names[1], 'two'), title(names[2], 'three')],
  }));
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Which page's colour stands at a place, if it is one of them. */
function colorAt(png: Buffer, x: number, y: number): number {
  const { data, width } = PNG.sync.read(png);
  const at = (y * width + x) * 4;
  const near = (color: string) =>
    [1, 3, 5].every((place, channel) => {
      const wanted = Number.parseInt(color.slice(place, place + 2), 16);
      return Math.abs(wanted - data[at + channel]!) < 14;
    });
  return colors.findIndex(near);
}

const made = async (exportType: string, options: Record<string, unknown>) => {
  const { status, errorMessage, bytes } = await exported(caller, projectId, exportType, {
    dimensions: size,
    ...options,
  });
  expect({ status, errorMessage }).toEqual({ status: 'completed', errorMessage: null });
  return bytes;
};

it('is one video, its pages one after another with their transitions', async () => {
  const file = join(folder, 'pages.mp4');
  writeFileSync(file, await made('video', { videoFormat: 'mp4', duration: 6, fps: 24 }));
  const frameAt = async (seconds: number) => {
    const picture = join(folder, `frame-${seconds}.png`);
    execFileSync(ffmpegPath(folder), ['-y', '-i', file, '-ss', String(seconds), '-frames:v', '1', picture]);
    const bytes = readFileSync(picture);
    if (pictures) writeFileSync(join(pictures, `pages-video-${seconds}.png`), bytes);
    return bytes;
  };
  // Left and right of the frame: in the middle of the slide both pages are seen.
  const seen: number[][] = [];
  for (const seconds of [1, 2.29, 3.5, 5])
    seen.push([colorAt(await frameAt(seconds), 12, 20), colorAt(await frameAt(seconds), 620, 20)]);
  expect(seen).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 2],
  ]);
});

it('is one PDF with a sheet for each page, and its name as the title', async () => {
  const bytes = await made('pdf', {});
  if (pictures) writeFileSync(join(pictures, 'pages.pdf'), bytes);
  const pdf = readPdf(bytes);
  expect(pdf.title).toBe('Three pages');
  expect(pdf.pages.map((words) => words.trim())).toEqual(names);
});

it('can be searched in every script', async () => {
  const words = [
    'Zuhause €',
    'مرحبا بالعالم',
    'שלום עולם',
    '你好世界',
    'こんにちは',
    '안녕하세요',
    'สวัสดี',
    'नमस्ते दुनिया',
  ];
  const { id } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Tür 你好 & مرحبا',
    canvasSize: { width: 640, height: 720 },
    elements: words.map((text, line) => ({
      ...title(text),
      position: { x: 40, y: 20 + 85 * line, z: 0 },
      styles: { fontSize: 40 },
    })),
  });
  const { bytes } = await exported(caller, id, 'pdf', { dimensions: { width: 640, height: 720 } });
  if (pictures) writeFileSync(join(pictures, 'scripts.pdf'), bytes);
  const { title: named, pages: read } = readPdf(bytes);
  expect(named).toBe('Tür 你好 & مرحبا');
  // Letters stand in the file as they are seen, so from right to left in two of the scripts; readers turn them.
  const plain = (text: string) => text.replace(/\s/g, '');
  const asSeen = (text: string) =>
    /[\u0590-\u06ff]/.test(text) ? [...plain(text)].reverse().join('') : plain(text);
  expect(plain(read.join(''))).toBe(words.map(asSeen).join(''));
});

it('is a picture of the first page, or of the one that is named', async () => {
  expect(colorAt(await made('image', {}), 12, 20)).toBe(0);
  expect(colorAt(await made('image', { pageId: 'three' }), 12, 20)).toBe(2);
  await expect(exported(caller, projectId, 'image', { pageId: 'gone' })).rejects.toThrow(
    'The page to export is not there any more.',
  );
});

it('is a GIF of all pages, or of one', async () => {
  const gif = await made('video', { videoFormat: 'gif', duration: 2, fps: 24, pageId: 'two' });
  const file = join(folder, 'page.gif');
  writeFileSync(file, gif);
  const picture = join(folder, 'gif.png');
  execFileSync(ffmpegPath(folder), ['-y', '-i', file, '-frames:v', '1', picture]);
  expect(colorAt(readFileSync(picture), 12, 20)).toBe(1);
});

it('plays its pages one after another at its public address, and begins again', async () => {
  const { displays } = await caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  const published = await caller.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${projectId}/publish`,
    { displayIds: [displays[0]!.id] },
  );
  publicUrl = published.asset.publicUrl;
  const { page, problems } = await visit(product.origin, { width: 960, height: 540 });
  await page.goto(publicUrl);
  const seen: string[] = [];
  for (const name of [...names, names[0]]) {
    await page.getByRole('img', { name: new RegExp(name) }).waitFor();
    seen.push(name);
    await page.locator(`[data-page="${name}"]:not([style*="visibility: hidden"])`).waitFor();
    if (pictures && seen.length === 2) await page.screenshot({ path: join(pictures, 'pages-public.png') });
  }
  expect(problems).toEqual([]);
}, 60_000);

it('plays as one sign on a display', async () => {
  const { displays } = await caller.ask<{ displays: { id: string; previewUrl: string }[] }>(
    'GET',
    '/optisigns/displays',
  );
  const { page } = await visit(product.origin, { width: 1280, height: 720 });
  await page.goto(displays[0]!.previewUrl);
  const screen = page.frameLocator('iframe.on');
  for (const name of names) await screen.getByRole('img', { name: new RegExp(name) }).waitFor();
  if (pictures) await page.screenshot({ path: join(pictures, 'pages-display.png') });
}, 60_000);
