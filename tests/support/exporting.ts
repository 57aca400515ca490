import { unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import type { Caller } from './product.ts';

export const canvas = { width: 320, height: 240 };
/** The product gives up a drawing after 120 s; whatever takes longer hangs. */
export const patienceMs = 150_000;

export type Change = Record<string, unknown>;

interface Outcome {
  status: 'completed' | 'failed';
  errorMessage: string | null;
  bytes: Buffer;
}

const extra = { dimensions: canvas, duration: 1, fps: 24 };

/** Asks for an export and waits until the product has ended it one way or the other. */
export async function exported(
  caller: Caller,
  id: string,
  exportType: string,
  options: Change = {},
): Promise<Outcome> {
  const asked = await caller.ask<{ id: string }>('POST', `/content/projects/${id}/exports`, {
    exportType,
    ...extra,
    ...options,
  });
  const end = Date.now() + patienceMs;
  for (;;) {
    const { export: found } = await caller.ask<{ export: Omit<Outcome, 'bytes'> & { status: string } }>(
      'GET',
      `/content/exports/${asked.id}/status`,
    );
    if (found.status === 'failed') return { ...found, status: 'failed', bytes: Buffer.alloc(0) };
    if (found.status === 'completed') {
      const path = `/content/exports/${asked.id}/download`;
      const { downloadUrl } = await caller.ask<{ downloadUrl: string }>('GET', path);
      const answer = await fetch(downloadUrl);
      return { ...found, status: 'completed', bytes: Buffer.from(await answer.arrayBuffer()) };
    }
    if (Date.now() > end) throw new Error(`The ${exportType} hangs: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** The dots of a project as PNG. */
export const pixels = async (caller: Caller, id: string, options: Change = {}): Promise<Buffer> => {
  const { status, errorMessage, bytes } = await exported(caller, id, 'image', options);
  expect({ status, errorMessage }).toEqual({ status: 'completed', errorMessage: null });
  return PNG.sync.read(bytes).data;
};

/** The magic of each kind of file. */
const magic: Record<string, (bytes: Buffer) => boolean> = {
  image: (bytes) => bytes.subarray(1, 4).toString() === 'PNG',
  pdf: (bytes) => bytes.subarray(0, 4).toString() === '%PDF',
  html: (bytes) => Object.keys(unzipSync(bytes)).includes('index.html'),
  video: (bytes) => bytes.subarray(4, 8).toString() === 'ftyp',
};

/** Exports a project as a file of every kind, each of which must be one. */
export async function everyKind(caller: Caller, id: string): Promise<void> {
  const kinds = Object.keys(magic);
  const outcomes = await Promise.all(kinds.map((kind) => exported(caller, id, kind)));
  for (const [at, kind] of kinds.entries()) {
    const { status, errorMessage, bytes } = outcomes[at]!;
    expect({ kind, status, errorMessage }).toEqual({ kind, status: 'completed', errorMessage: null });
    expect(magic[kind]!(bytes), kind).toBe(true);
  }
}

/** Brings a file into the media library; answers its address. */
export async function uploaded(
  caller: Caller,
  name: string,
  mimeType: string,
  bytes: Buffer,
): Promise<string> {
  const { asset, upload } = await caller.ask<{
    asset: { id: string };
    upload: { url: string; fields: Record<string, string> };
  }>('POST', '/content/assets/uploads', { name, mimeType, fileSize: bytes.length });
  const form = new FormData();
  for (const [key, value] of Object.entries(upload.fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }));
  expect((await fetch(upload.url, { method: 'POST', body: form })).status).toBeLessThan(300);
  return (await caller.ask<{ publicUrl: string }>('POST', `/content/assets/${asset.id}/complete`, {}))
    .publicUrl;
}
