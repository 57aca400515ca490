import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '#infra/local/cloud.ts';
import type { EngineName } from '#infra/local/dynamodb/engine.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { demoPassword } from '#tests/support/product.ts';
import { renderersOf } from '#tests/support/renderer-process.ts';
import { random } from './random.ts';

/**
 * The renderer is killed while it draws: its Chromium by kill -9, or the function with all that belongs to it.
 * FAULT_KILLS sets how often (`npm run test:faults` takes ten), FAULT_SEED which moments.
 */
const kills = Number(process.env.FAULT_KILLS ?? 2);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const next = random(seed);

const fps = 60;
const canvas = { width: 320, height: 180 };
const picture = { width: 3000, height: 3000 };
/** What is exported, and within how many ms of the call the renderer dies. */
const kinds = {
  'video in two parts': { within: 4000, options: { exportType: 'video', duration: 21, fps } },
  'video in one part': { within: 2000, options: { exportType: 'video', duration: 5, fps } },
  picture: { within: 1200, options: { exportType: 'image', dimensions: picture } },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

interface Status {
  export: { status: string; errorMessage: string | null; fileSize: number | null };
  progress: { stage: string };
}

const stateDir = mkdtempSync(join(tmpdir(), 'dealbell-renderer-'));
let cloud: LocalCloud;
let token: string;
let projectId: string;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${cloud.origin}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

beforeAll(async () => {
  cloud = await startLocalCloud({
    stateDir,
    ports: { product: 0, aws: 0, dynamodb: 0, sandbox: 0, smtp: 0 },
    engine: (process.env.DEALBELL_ENGINE ?? 'extenddb') as EngineName,
    demoPassword,
    terminal: () => undefined,
  });
  ({ token } = await ask<{ token: string }>('POST', '/auth/login', {
    username: 'agent',
    password: demoPassword,
  }));
  const {
    version: _,
    id: _id,
    ...snow
  } = newElement('snow_animation', { id: 'x', x: 0, y: 0, layerOrder: 1 });
  const body = { name: 'Under fire', canvasSize: canvas, elements: [{ ...snow, size: canvas }] };
  projectId = (await ask<{ id: string }>('POST', '/content/projects', body)).id;
}, 120_000);
afterAll(async () => {
  await cloud?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

const renderFunction = () =>
  cloud.description
    .ofType('AWS::Lambda::Function')
    .find(({ metadata }) => metadata['dealbell:entry'] === 'functions/content/exports/worker.ts')!.arn;

/** Answers whether something was at work and is dead now. */
function kill(what: 'Chromium' | 'function'): boolean {
  if (what === 'function') return cloud.functions.crash(renderFunction()) > 0;
  const [pid] = renderersOf(process.pid);
  if (pid) process.kill(pid, 'SIGKILL');
  return pid !== undefined;
}

/** A call that the gateway gave up on a busy machine is made again. */
async function statusOf(id: string): Promise<Status> {
  try {
    return await ask<Status>('GET', `/content/exports/${id}/status`);
  } catch (error) {
    if (!/ answered 503/.test((error as Error).message)) throw error;
    return statusOf(id);
  }
}
const startExport = async (kind: Kind): Promise<string> => {
  const options = { dimensions: canvas, ...kinds[kind].options };
  return (await ask<{ id: string }>('POST', `/content/projects/${projectId}/exports`, options)).id;
};

async function ended(id: string): Promise<Status['export']> {
  const end = Date.now() + 180_000;
  for (;;) {
    const { export: found, progress } = await statusOf(id);
    if (found.status !== 'processing') return found;
    if (Date.now() > end) throw new Error(`Still ${JSON.stringify(progress)} after three minutes.`);
    await pause(50);
  }
}

/** The file is whole: all frames of a video, all dots of a picture. */
async function expectWhole(kind: Kind, id: string, { fileSize }: Status['export']): Promise<void> {
  const { downloadUrl } = await ask<{ downloadUrl: string }>('GET', `/content/exports/${id}/download`);
  const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  expect(bytes.length).toBe(fileSize);
  const { options } = kinds[kind];
  if (options.exportType === 'image') {
    const { width, height } = PNG.sync.read(bytes);
    return expect({ width, height }).toEqual(picture);
  }
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  let frames = 0;
  for await (const _ of new EncodedPacketSink((await input.getPrimaryVideoTrack())!).packets()) frames++;
  expect(frames).toBe(options.duration * fps);
}

/** How often each export was told of as finished. */
async function endings(): Promise<Map<string, number>> {
  const { region, credentials, dynamodbEndpoint: endpoint } = cloud;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region, credentials, endpoint }));
  const [table] = cloud.description.ofType('AWS::DynamoDB::Table');
  const told = new Map<string, number>();
  const asked = {
    TableName: table!.name,
    FilterExpression: '#type = :type',
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: { ':type': 'content.export.finished' },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client }, asked))
    for (const { entityId } of Items) told.set(entityId, (told.get(entityId) ?? 0) + 1);
  return told;
}

/** What lies in the bucket below each export. */
async function filesLeft(): Promise<string[]> {
  const { region, credentials, awsEndpoint: endpoint } = cloud;
  const s3 = new S3Client({ region, credentials, endpoint, forcePathStyle: true });
  const files = cloud.description
    .ofType('AWS::S3::Bucket')
    .find(({ logicalId }) => logicalId.startsWith('Files'))!;
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: files.name, Prefix: 'exports/' }),
  );
  return Contents.map(({ Key }) => Key!.split('/').slice(2).join('/')).sort();
}

it(
  `an export whose renderer dies is whole or failed with a reason, once, and leaves no parts (${kills} kills, FAULT_SEED=${seed})`,
  async () => {
    const seconds = (since: number) => (performance.now() - since) / 1000;
    const undisturbed = new Map<Kind, number>();
    const expected: string[] = [];
    const all = new Set<string>();
    const check = async (kind: Kind, id: string) => {
      const end = await ended(id);
      all.add(id);
      expected.push(`${id}/source.json`);
      if (end.status === 'failed') expect(end.errorMessage).toMatch(/^[A-Z].*\.$/);
      else {
        await expectWhole(kind, id, end);
        expected.push(`${id}/output.${kind === 'picture' ? 'png' : 'mp4'}`);
      }
      return end.status;
    };
    for (const kind of names) {
      // The first one builds and starts the renderer.
      if (undisturbed.size === 0) await check(kind, await startExport(kind));
      const began = performance.now();
      const id = await startExport(kind);
      await ended(id);
      undisturbed.set(kind, seconds(began));
      await check(kind, id);
    }
    const rows: string[] = [];
    for (let killed = 0; killed < kills; ) {
      const kind = names[Math.floor(next() * names.length)]!;
      const what = killed % 2 === 0 ? 'Chromium' : 'function';
      const moment = next() * kinds[kind].within;
      const began = performance.now();
      const id = await startExport(kind);
      await pause(moment);
      let dead = false;
      for (;;) {
        const { export: found, progress } = await statusOf(id);
        if (found.status !== 'processing' || progress.stage === 'joining') break;
        dead = kill(what);
        if (dead) break;
        await pause(10);
      }
      const diedAfter = seconds(began);
      const outcome = await check(kind, id);
      if (!dead) continue;
      killed++;
      const later = seconds(began) - diedAfter;
      rows.push(
        `${what.padEnd(9)} ${kind.padEnd(18)} after ${diedAfter.toFixed(2)} s: ${outcome} ${later.toFixed(1)} s later`,
      );
    }
    const usual = [...undisturbed].map(([kind, took]) => `${kind} ${took.toFixed(1)} s`).join(', ');
    console.log(
      [`renderer killed ${kills} times, FAULT_SEED=${seed}; undisturbed: ${usual}`, ...rows].join('\n'),
    );
    const told = await endings();
    expect([...all].map((id) => told.get(id))).toEqual([...all].map(() => 1));
    await eventually(async () => expect(await filesLeft()).toEqual(expected.sort()));
  },
  240_000 + kills * 60_000,
);
