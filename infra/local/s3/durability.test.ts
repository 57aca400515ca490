import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createS3 } from './index.ts';
import { BUCKET, CREDENTIALS, startS3, type TestS3 } from './testing.ts';

const DAY = 24 * 3600 * 1000;

async function start(options: { dir?: string; clock?: () => Date } = {}): Promise<TestS3> {
  const s3 = await startS3(options);
  onTestFinished(async () => {
    if (existsSync(s3.dir)) await s3.stop();
  });
  return s3;
}
const bodiesIn = (dir: string) => readdirSync(join(dir, 'bodies'));

it('keeps everything over a restart, unfinished uploads too, and sweeps what nobody knows', async () => {
  const first = await startS3();
  await first.client.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: 'k', Body: 'kept', Metadata: { a: 'b' } }),
  );
  first.service.ensureBucket(BUCKET, { cors: [{ allowedOrigins: ['*'], allowedMethods: ['GET'] }] });
  const at = { Bucket: BUCKET, Key: 'm' };
  const { UploadId } = await first.client.send(new CreateMultipartUploadCommand(at));
  const part = { ...at, UploadId, PartNumber: 1 };
  const { ETag } = await first.client.send(new UploadPartCommand({ ...part, Body: 'part' }));
  await first.stop({ keep: true });
  writeFileSync(join(first.dir, 'bodies', 'orphan'), 'x');
  writeFileSync(join(first.dir, 'bodies', 'orphan.part'), 'x');

  const second = await start({ dir: first.dir });
  expect(bodiesIn(first.dir)).toHaveLength(2);
  const object = await second.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'k' }));
  expect(await object.Body!.transformToString()).toBe('kept');
  expect(object.Metadata).toEqual({ a: 'b' });
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await second.client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }));
  expect(await text(second.service.getObject(BUCKET, 'm')!.body())).toBe('part');
});

it('belongs to one process at a time', async () => {
  const s3 = await start();
  const open = () => createS3({ dir: s3.dir, credentials: CREDENTIALS });
  expect(open).toThrow('in use by another process');
});

/** Writes objects as fast as it can and tells each that was acknowledged, until it is killed. */
const WRITER = `
  import { createS3 } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
  const s3 = createS3({ dir: process.argv[1], credentials: ${JSON.stringify(CREDENTIALS)} });
  s3.ensureBucket('${BUCKET}');
  for (let i = 0; ; i++) {
    await Promise.all([0, 1, 2].map(async (k) => {
      await s3.putFile('${BUCKET}', 'k' + k, (i + ':').repeat(20000));
      console.log(k + ' ' + i);
    }));
  }
`;

it('holds an acknowledged object, whole, after kill -9 at any moment', async () => {
  const s3 = await startS3();
  await s3.stop({ keep: true });
  for (const rounds of [5, 12, 20]) {
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', WRITER, s3.dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const told = new Map<string, number>();
    for await (const line of createInterface({ input: child.stdout! })) {
      const [key, i] = line.split(' ');
      told.set(`k${key}`, Number(i));
      if (Number(i) >= rounds) child.kill('SIGKILL');
    }
    if (child.signalCode === null && child.exitCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    const again = await startS3({ dir: s3.dir });
    for (const [key, i] of told) {
      const content = await text(again.service.getObject(BUCKET, key)!.body());
      const [written] = content.split(':');
      expect(content).toBe(`${written}:`.repeat(20000));
      expect(Number(written)).toBeGreaterThanOrEqual(i);
    }
    expect(bodiesIn(s3.dir)).toHaveLength(3);
    await again.stop({ keep: true });
  }
  const last = await start({ dir: s3.dir });
  expect(last.service.getObject(BUCKET, 'k0')).not.toBeNull();
}, 20_000);

it('lets a reader finish the body it began, while others replace and delete it', async () => {
  const s3 = await start();
  const old = 'old!'.repeat(2_000_000);
  await s3.service.putFile(BUCKET, 'k', old);
  const url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: BUCKET, Key: 'k' }));
  const response = await fetch(url);
  const reader = response.body!.getReader();
  const parts = [(await reader.read()).value!];
  await s3.service.putFile(BUCKET, 'k', 'new');
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
  expect(Buffer.concat(parts).toString() === old).toBe(true);
  expect(await text(s3.service.getObject(BUCKET, 'k')!.body())).toBe('new');
  await vi.waitFor(() => expect(bodiesIn(s3.dir)).toHaveLength(1));
});

it('leaves nothing of concurrent puts but one whole body', async () => {
  const s3 = await start();
  const bodies = Array.from({ length: 10 }, (_, i) => String(i).repeat(300_000));
  await Promise.all(
    bodies.map((Body) => s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'same', Body }))),
  );
  expect(bodies).toContain(await text(s3.service.getObject(BUCKET, 'same')!.body()));
  await vi.waitFor(() => expect(bodiesIn(s3.dir)).toHaveLength(1));
});

it('keeps nothing of an upload whose sender went away', async () => {
  const s3 = await start();
  const client = s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: 'gone' }));
  const req = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
  req.on('error', () => {});
  req.write('x'.repeat(100_000));
  await vi.waitFor(() => expect(bodiesIn(s3.dir)).toHaveLength(1));
  req.destroy();
  await vi.waitFor(() => expect(bodiesIn(s3.dir)).toHaveLength(0));
  expect(s3.service.getObject(BUCKET, 'gone')).toBeNull();
});

it('expires objects and unfinished uploads by the bucket’s lifecycle', async () => {
  const begun = new Date('2031-03-10T15:00:00Z');
  const s3 = await startS3({ clock: () => begun });
  onTestFinished(() => s3.stop());
  s3.service.ensureBucket(BUCKET, {
    lifecycle: [
      { prefix: 'tmp/', expirationDays: 1, abortIncompleteMultipartUploadDays: 2 },
      { prefix: 'off/', expirationDays: 1, enabled: false },
    ],
  });
  for (const key of ['tmp/a', 'tmp/b', 'off/a', 'kept']) await s3.service.putFile(BUCKET, key, key);
  const client = s3.connect({ systemClockOffset: begun.getTime() - Date.now() });
  await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: 'tmp/upload' }));
  expect(s3.service.expire(new Date('2031-03-11T23:59:59Z'))).toEqual({ objects: 0, uploads: 0 });
  expect(s3.service.expire(new Date('2031-03-12T00:00:00Z'))).toEqual({ objects: 2, uploads: 0 });
  expect(s3.service.expire(new Date(begun.getTime() + 3 * DAY))).toEqual({ objects: 0, uploads: 1 });
  expect((await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))).Uploads).toBeUndefined();
  expect(s3.service.getObject(BUCKET, 'kept')).not.toBeNull();
  await vi.waitFor(() => expect(bodiesIn(s3.dir)).toHaveLength(2));
});
