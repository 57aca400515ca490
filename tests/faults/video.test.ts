import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { random } from './random.ts';

/** How often the product is killed while it renders videos; `npm run test:faults` takes ten. */
const kills = Number(process.env.FAULT_KILLS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const next = random(seed);
const fps = 60;
const seconds = 21;

interface Status {
  export: { status: string; errorMessage: string | null };
  progress: { stage: string };
}

let product: Product;
let projectId: string;
beforeAll(async () => {
  product = await Product.start();
  const agent = await product.signIn();
  const {
    version: _,
    id: _id,
    ...snow
  } = newElement('snow_animation', { id: 'x', x: 0, y: 0, layerOrder: 1 });
  const body = { name: 'Snow', canvasSize: { width: 320, height: 180 }, elements: [snow] };
  projectId = (await agent.ask<{ id: string }>('POST', '/content/projects', body)).id;
}, 120_000);
afterAll(() => product?.stop());

const ask = (caller: Caller, id: string) => caller.ask<Status>('GET', `/content/exports/${id}/status`);
const startVideo = async (caller: Caller) => {
  const body = { exportType: 'video', duration: seconds, fps, dimensions: { width: 320, height: 180 } };
  return (await caller.ask<{ id: string }>('POST', `/content/projects/${projectId}/exports`, body)).id;
};

/** Keys in all buckets that name a part of a video. */
async function partsLeft(): Promise<string[]> {
  const { accessKeyId, secretAccessKey } = JSON.parse(
    readFileSync(join(product.stateDir, 'credentials.json'), 'utf8'),
  );
  const s3 = new S3Client({
    endpoint: `http://127.0.0.1:${product.port + 1}`,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
  });
  const keys: string[] = [];
  for (const { Name } of (await s3.send(new ListBucketsCommand({}))).Buckets ?? []) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: Name, Prefix: 'exports/' }));
    keys.push(...Contents.map(({ Key }) => Key!));
  }
  return keys.filter((key) => key.includes('/parts/'));
}

async function framesOf(caller: Caller, id: string): Promise<number> {
  const { downloadUrl } = await caller.ask<{ downloadUrl: string }>('GET', `/content/exports/${id}/download`);
  const bytes = await (await fetch(downloadUrl)).arrayBuffer();
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  let frames = 0;
  for await (const _ of new EncodedPacketSink((await input.getPrimaryVideoTrack())!).packets()) frames++;
  return frames;
}

it(
  `a video that is being made when the product dies is whole or failed with a reason, and leaves no parts (${kills} kills, FAULT_SEED=${seed})`,
  async () => {
    const ids: string[] = [];
    for (let killed = 0; killed < kills; killed++) {
      const caller = await product.signIn();
      ids.push(await startVideo(caller));
      // From before its division until after its joining, wherever the moment falls.
      const moment = 200 + next() * 3000;
      await new Promise((resolve) => setTimeout(resolve, moment));
      await product.kill();
      await product.start();
    }
    const caller = await product.signIn();
    const end = Date.now() + 240_000;
    for (const id of ids)
      for (;;) {
        const { export: found, progress } = await ask(caller, id);
        if (found.status === 'completed') {
          expect(await framesOf(caller, id)).toBe(seconds * fps);
          break;
        }
        if (found.status === 'failed') {
          expect(found.errorMessage).toMatch(/^[A-Z].*\.$/);
          break;
        }
        if (Date.now() > end) throw new Error(`Still ${JSON.stringify(progress)} after four minutes.`);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    expect(await partsLeft()).toEqual([]);
  },
  300_000 + kills * 40_000,
);
