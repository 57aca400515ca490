import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { originHeader } from '#shared/model/origin-header.ts';
import { gatewayEvent } from '#tests/support/gateway.ts';
import { scratchDir } from './aws-testing.ts';
import { type LocalCloud, startLocalCloud } from './cloud.ts';
import type { EngineName } from './dynamodb/engine.ts';

const scratch = scratchDir();
const lines: string[] = [];
let cloud: LocalCloud;

const start = () =>
  startLocalCloud({
    stateDir: scratch.dir,
    ports: { product: 0, aws: 0, dynamodb: 0, sandbox: 0, smtp: 0 },
    engine: (process.env.DEALBELL_ENGINE ?? 'extenddb') as EngineName,
    demo: false,
    terminal: (line) => lines.push(line),
  });

beforeAll(async () => {
  cloud = await start();
}, 60_000);
afterAll(async () => {
  await cloud.stop();
  scratch.remove();
});

describe('the local cloud, from the description that is deployed', () => {
  it('answers a call through CDN, gateway and function', async () => {
    const response = await fetch(`${cloud.origin}/api/health`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(response.headers.get('x-cache')).toBe('Miss from cloudfront');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('lets nobody past the CDN: its secret is what the functions ask for', async () => {
    const { name } = cloud.description
      .ofType('AWS::Lambda::Function')
      .find(({ metadata }) => metadata['dealbell:entry'] === 'functions/system/index.ts')!;
    const event = gatewayEvent({ method: 'GET', path: '/health', headers: { [originHeader]: 'a guess' } });
    expect(await cloud.invoke(name, event)).toMatchObject({
      statusCode: 403,
      body: expect.stringContaining('not_through_cdn'),
    });
  });

  it('answers a call that nobody has in the product’s form', async () => {
    const response = await fetch(`${cloud.origin}/api/no-such-call`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found', error: expect.any(String) });
  });

  it('refuses a body above 10 MB', async () => {
    const body = Buffer.alloc(11 * 1024 * 1024);
    const response = await fetch(`${cloud.origin}/api/auth/login`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' });
  });

  it('serves media from the files bucket, and not what else lies there', async () => {
    const files = cloud.description
      .ofType('AWS::S3::Bucket')
      .find(({ logicalId }) => logicalId.startsWith('Files'))!;
    for (const key of ['media/1/a.txt', 'exports/1/a.txt'])
      await cloud.services.s3.putFile(files.name, key, 'kept', { contentType: 'text/plain' });
    const response = await fetch(`${cloud.origin}/media/1/a.txt`);
    expect([response.status, await response.text()]).toEqual([200, 'kept']);
    expect((await fetch(`${cloud.origin}/media/1/none.txt`)).status).toBe(403);
    expect(await (await fetch(`${cloud.origin}/exports/1/a.txt`)).text()).not.toContain('kept');
  });

  it('keeps what was written when it is started again', async () => {
    const { name } = cloud.description.ofType('AWS::S3::Bucket')[0]!;
    const client = () =>
      new S3Client({ endpoint: cloud.awsEndpoint, region: cloud.region, credentials: cloud.credentials });
    await client().send(new PutObjectCommand({ Bucket: name, Key: 'kept', Body: 'still here' }));
    await cloud.stop();
    cloud = await start();
    const { Body } = await client().send(new GetObjectCommand({ Bucket: name, Key: 'kept' }));
    expect(await Body!.transformToString()).toBe('still here');
    expect((await fetch(`${cloud.origin}/api/health`)).status).toBe(200);
  }, 60_000);

  it('refuses a second one on the same state', async () => {
    await expect(start()).rejects.toThrow(/Another local cloud is running/);
  });
});
