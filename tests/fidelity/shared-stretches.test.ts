import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import { newElement } from '#shared/scene/registry.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { grayFrames, probe } from './probe.ts';

/* A name that comes and goes: what lies around it is encoded once for all records, and nobody sees where. */

const size = { width: 320, height: 180 };
const folder = mkdtempSync(join(tmpdir(), 'dealbell-shared-'));
const run = { path: ffmpegPath(folder), signal: new AbortController().signal, child: () => undefined };
/** The name is there from 0.6 s to 1.6 s of 3 s, at 30 frames a second. */
const name = { from: 18, to: 48, frames: 90 };

let product: Product;
let agent: Caller;

beforeAll(async () => {
  product = await Product.start();
  agent = await product.signIn();
}, 120_000);
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const place = (type: string, layerOrder: number, change: object = {}) => {
  const { version: _, id: _id, ...element } = newElement(type, { id: 'x', x: 0, y: 0, layerOrder });
  return { ...element, ...change };
};

async function finished(path: string, ends: readonly string[]): Promise<void> {
  for (;;) {
    const { status } = await agent.ask<{ status: string }>('GET', path);
    if (ends.includes(status)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const framesOf = (bytes: Buffer) => grayFrames(bytes, size, folder, run);

function psnr(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / a.length));
}

/** The largest difference of two dots, of 255. */
const mostApart = (a: Buffer, b: Buffer): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

it('shares the frames without the name, and shows each record its own name', async () => {
  const text = place('text', 2, {
    position: { x: 20, y: 60 },
    size: { width: 280, height: 60 },
    animations: [
      { type: 'fadeIn', delay: name.from / 30, duration: 0.2 },
      { type: 'fadeOut', delay: name.to / 30 - 0.2, duration: 0.2 },
    ],
  });
  const snow = place('snow_animation', 1, { size });
  const shown = { ...text, properties: { ...text.properties, text: 'Hi {lead.name}' } };
  const { id } = await agent.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Hi',
    canvasSize: size,
    canvasBackground: { type: 'solid', color: '#334155' },
    elements: [snow, shown],
  });
  const batch = await agent.ask<{ id: string }>('POST', `/content/projects/${id}/personalised`, {
    duration: name.frames / 30,
    dimensions: size,
    records: ['Ada', 'Wilhelmina', 'Bo'].map((lead) => ({ data: { lead: { name: lead } } })),
  });
  await finished(`/content/personalised/${batch.id}`, ['completed']);
  const { items } = await agent.ask<{ items: { downloadUrl: string }[] }>(
    'GET',
    `/content/personalised/${batch.id}/items`,
  );
  const files = await Promise.all(
    items.map(async ({ downloadUrl }) => Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())),
  );
  for (const file of files)
    expect(await probe(file)).toMatchObject({ ...size, frames: name.frames, codec: 'avc' });
  const [ada, wilhelmina, bo] = [
    await framesOf(files[0]!),
    await framesOf(files[1]!),
    await framesOf(files[2]!),
  ];
  for (const other of [wilhelmina, bo]) {
    expect(other).toHaveLength(name.frames);
    for (let n = 0; n < name.frames; n++) {
      const isNamed = n >= name.from + 6 && n < name.to - 6;
      if (isNamed) expect(mostApart(ada[n]!, other[n]!), `frame ${n}`).toBeGreaterThan(25);
      else if (n < name.from || n > name.to) expect(ada[n]!.equals(other[n]!), `frame ${n}`).toBe(true);
    }
  }

  const alone = await agent.ask<{ id: string }>('POST', `/content/projects/${id}/exports`, {
    exportType: 'video',
    duration: name.frames / 30,
    dimensions: size,
    data: { lead: { name: 'Wilhelmina' } },
  });
  await finished(`/content/exports/${alone.id}`, ['completed', 'failed']);
  const { downloadUrl } = await agent.ask<{ downloadUrl: string }>(
    'GET',
    `/content/exports/${alone.id}/download`,
  );
  const own = await framesOf(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()));
  // The same picture all along, whichever way it was encoded.
  for (let n = 0; n < name.frames; n++)
    expect(psnr(own[n]!, wilhelmina[n]!), `frame ${n}`).toBeGreaterThan(28);
});
