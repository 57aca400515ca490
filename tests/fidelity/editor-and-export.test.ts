import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { elementTypes, newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, Product } from '#tests/support/product.ts';
import { shareOfDots } from './compare.ts';

/* The export is what the editor showed: the same project, from the editor's canvas and from the renderer. */

/** Share of px that may differ (the bound: 0.1 %). */
const bound = 0.001;
const canvas = { width: 1280, height: 720 };

let product: Product;
let designer: Visit;
let caller: Caller;

beforeAll(async () => {
  product = await Product.start();
  caller = await product.signIn();
  designer = await visit(product.origin, { width: 2200, height: 1400 });
  const { page } = designer;
  await page.goto('/login');
  await page.getByLabel('Username').fill('agent');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

let count = 0;
/** An element with what it has besides the defaults of its type; version and id are the server's. */
function place(
  type: string,
  [x, y, width, height]: [number, number, number, number],
  given: Partial<Element> = {},
) {
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement(type, { id: 'elm_x', x, y, layerOrder: count++ });
  const { properties, styles, ...rest } = given;
  return {
    ...element,
    size: { width, height },
    ...rest,
    properties: { ...element.properties, ...properties },
    styles: { ...element.styles, ...styles },
  };
}

const picture =
  'data:image/svg+xml;base64,' +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#24365f"/><circle cx="200" cy="150" r="110" fill="#f5a524"/><path d="M0 300 L140 170 L260 260 L400 120 V300Z" fill="#3ecf8e"/></svg>',
  ).toString('base64');

const elements = () => [
  place('shape', [40, 40, 260, 180], {
    properties: { shape: 'rectangle', fill: '#2563eb', cornerRadius: 24 },
  }),
  place('shape', [210, 150, 200, 200], {
    opacity: 0.55,
    properties: { shape: 'star', fill: '#f5a524', strokeWidth: 6 },
  }),
  place('text', [460, 40, 420, 160], {
    properties: {
      text: 'Typography, wrapped: the quick brown fox jumps over the lazy dog',
      textAlign: 'center',
    },
    styles: { fontSize: 30, fontWeight: 700, letterSpacing: 1, textShadow: '2px 3px 6px rgba(0,0,0,0.4)' },
  }),
  place('gradient_text', [460, 210, 500, 110], {
    properties: { text: 'Gradient' },
    styles: { fontSize: 84, fontFamily: 'Poppins' },
  }),
  place('outline_text', [460, 330, 500, 110], { properties: { text: 'Outline' }, styles: { fontSize: 76 } }),
  place('shadow_text', [460, 450, 500, 100], {
    rotation: -8,
    properties: { text: 'Shadow' },
    styles: { fontSize: 70 },
  }),
  place('image', [60, 400, 340, 240], { rotation: 12, properties: { src: picture, frame: 'polaroid' } }),
  place('image', [990, 60, 240, 180], {
    properties: { src: picture, frame: 'ornate', objectFit: 'contain' },
  }),
  place('button', [990, 300, 220, 64], { properties: { text: 'Book a call' }, styles: { fontSize: 24 } }),
  place('text', [990, 420, 240, 200], {
    properties: { text: 'Playfair, italic and underlined' },
    styles: {
      fontFamily: 'Playfair Display',
      fontSize: 36,
      fontStyle: 'italic',
      textDecoration: 'underline',
    },
  }),
];

/** What an export leaves out where it is empty, and the editor shows as missing. */
const filled: Record<string, Partial<Element>> = {
  sales_rep_photo: { properties: { imageUrl: picture } },
  weather: { properties: { temperature: '72', condition: 'Sunny', place: 'New York' } },
};

/**
 * The editor shows a sample of the floor, and an export has nothing there; figures of reports come a moment later in the
 * editor.
 */
const isExported = ({ type }: { type: string }) => type !== 'live_floor' && type !== 'report_chart';

/** One element of every type that is exported, in rows of eight. */
const everyType = () =>
  elementTypes.filter(isExported).map(({ type }, i) => {
    const [column, row] = [i % 8, Math.floor(i / 8)];
    return place(type, [8 + column * 159, 6 + row * 119, 150, 110], filled[type]);
  });

/** The editor's own canvas at 100 %, cut to the project, without grid, rulers and guides. */
async function fromEditor(projectId: string, elementCount: number): Promise<PNG> {
  const { page } = designer;
  await page.goto(`/content-creator/${projectId}`);
  await page.getByText(`${elementCount} elements`, { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Zoom \d+%$/ }).click();
  await page.getByRole('menuitem', { name: /Reset view/ }).click();
  await page.getByRole('button', { name: 'Zoom 100%' }).waitFor();
  // The view's change is drawn in the next frame; fonts and pictures may come later still.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.locator('[role=application][aria-label=Canvas][data-picture=whole]').waitFor();
  const data = await page.evaluate(({ width, height }) => {
    const area = document.querySelector('[role=application][aria-label=Canvas]')!;
    const drawn = area.querySelector('canvas')!;
    const cut = document.createElement('canvas');
    Object.assign(cut, { width, height });
    const left = Math.round((Math.floor(area.clientWidth) - width) / 2);
    const top = Math.round((Math.floor(area.clientHeight) - height) / 2);
    cut.getContext('2d')!.drawImage(drawn, left, top, width, height, 0, 0, width, height);
    return cut.toDataURL('image/png');
  }, canvas);
  return PNG.sync.read(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
}

async function exported(projectId: string): Promise<PNG> {
  const body = { exportType: 'image', imageFormat: 'png', dimensions: canvas };
  const { id } = await caller.ask<{ id: string }>('POST', `/content/projects/${projectId}/exports`, body);
  for (;;) {
    const { export: found } = await caller.ask<{ export: { status: string; errorMessage: string } }>(
      'GET',
      `/content/exports/${id}/status`,
    );
    if (found.status === 'completed') break;
    if (found.status === 'failed') throw new Error(found.errorMessage);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { downloadUrl } = await caller.ask<{ downloadUrl: string }>('GET', `/content/exports/${id}/download`);
  return PNG.sync.read(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()));
}

it.each([
  ['a designed sign', elements],
  ['every type of element', everyType],
])(
  'draws the same picture of %s in the editor and in the export',
  { timeout: 120_000 },
  async (name, make) => {
    const placed = make();
    const { id } = await caller.ask<{ id: string }>('POST', '/content/projects', {
      name: 'Fidelity',
      canvasSize: canvas,
      canvasBackground: { type: 'gradient', gradient: 'linear-gradient(135deg, #f7f9fc 0%, #dfe7f5 100%)' },
      elements: placed,
    });
    const [editor, file] = [await fromEditor(id, placed.length), await exported(id)];
    expect([file.width, file.height]).toEqual([canvas.width, canvas.height]);
    const share = shareOfDots(editor, file);
    console.log(`fidelity: ${(100 * share).toFixed(4)} % of the dots of ${name} differ`);
    expect(share).toBeLessThan(bound);
  },
);

it('draws the same bytes for the same project every time', async () => {
  const { id } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    canvasSize: canvas,
    elements: elements(),
  });
  const [first, second] = [await exported(id), await exported(id)];
  expect(Buffer.compare(first.data, second.data)).toBe(0);
});
