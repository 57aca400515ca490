import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, errorOf, failure, startS3, type TestS3 } from './testing.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

it('creates, tells and deletes a bucket', async () => {
  const Bucket = 'second-bucket';
  await s3.client.send(new CreateBucketCommand({ Bucket }));
  await s3.client.send(new CreateBucketCommand({ Bucket }));
  await s3.client.send(new HeadBucketCommand({ Bucket }));
  expect((await s3.client.send(new GetBucketLocationCommand({ Bucket }))).LocationConstraint).toBeUndefined();
  await s3.client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
  expect(await failure(s3.client.send(new DeleteBucketCommand({ Bucket })))).toEqual({
    code: 'BucketNotEmpty',
    status: 409,
  });
  await s3.client.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
  await s3.client.send(new DeleteBucketCommand({ Bucket }));
  expect((await failure(s3.client.send(new HeadBucketCommand({ Bucket })))).status).toBe(404);
  expect((await failure(s3.client.send(new CreateBucketCommand({ Bucket: 'Bad_Name' })))).code).toBe(
    'InvalidBucketName',
  );
  expect(() => s3.service.ensureBucket('192.168.0.1')).toThrow('not valid');
});

describe('CORS', () => {
  const url = () => `${s3.endpoint}/${BUCKET}/k`;
  const preflight = (origin: string, method: string, headers = '') =>
    fetch(url(), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        ...(headers ? { 'access-control-request-headers': headers } : {}),
      },
    });

  it('allows nothing without rules', async () => {
    await expect(s3.client.send(new GetBucketCorsCommand({ Bucket: BUCKET }))).rejects.toThrow(
      'does not exist',
    );
    expect(await errorOf(await preflight('http://localhost:3000', 'PUT'))).toMatchObject({
      status: 403,
      code: 'AccessForbidden',
      message: 'CORSResponse: CORS is not enabled for this bucket.',
    });
  });

  it('answers preflights and requests by the rules', async () => {
    const CORSRules = [
      {
        AllowedOrigins: ['http://*.localhost:3000', 'http://localhost:3000'],
        AllowedMethods: ['PUT', 'POST'],
        AllowedHeaders: ['content-*', 'x-amz-*'],
        ExposeHeaders: ['ETag'],
        MaxAgeSeconds: 600,
      },
      { AllowedOrigins: ['*'], AllowedMethods: ['GET'] },
    ];
    await s3.client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules } }));
    const kept = await s3.client.send(new GetBucketCorsCommand({ Bucket: BUCKET }));
    expect(kept.CORSRules).toEqual(CORSRules);

    const allowed = await preflight('http://app.localhost:3000', 'PUT', 'Content-Type, X-Amz-Meta-A');
    expect(allowed.status).toBe(200);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': 'http://app.localhost:3000',
      'access-control-allow-methods': 'PUT, POST',
      'access-control-allow-headers': 'content-type, x-amz-meta-a',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '600',
      'access-control-allow-credentials': 'true',
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    });
    expect((await preflight('http://localhost:3000', 'PUT', 'authorization')).status).toBe(403);
    expect((await preflight('http://evil.example', 'PUT')).status).toBe(403);
    expect((await preflight('http://localhost:3000', 'DELETE')).status).toBe(403);

    await s3.service.putFile(BUCKET, 'k', 'hello');
    const signed = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: BUCKET, Key: 'k' }));
    const read = await fetch(signed, { headers: { origin: 'http://any.example' } });
    expect(await read.text()).toBe('hello');
    expect(read.headers.get('access-control-allow-origin')).toBe('*');
    expect(read.headers.has('access-control-allow-credentials')).toBe(false);
    const refused = await fetch(url(), { headers: { origin: 'http://any.example' } });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses rules that S3 refuses', async () => {
    const set = (rule: object) =>
      failure(
        s3.client.send(
          new PutBucketCorsCommand({
            Bucket: BUCKET,
            CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'], ...rule }] },
          }),
        ),
      );
    expect((await set({ AllowedMethods: ['PATCH'] })).code).toBe('InvalidRequest');
    expect((await set({ AllowedOrigins: ['http://*.*'] })).code).toBe('InvalidRequest');
  });
});
