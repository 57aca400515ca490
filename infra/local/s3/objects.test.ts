import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, failure, startS3, type TestS3 } from './testing.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const put = (Key: string, Body: PutObjectCommandInput['Body'], more: Partial<PutObjectCommandInput> = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }));
const get = (Key: string, more: object = {}) =>
  s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key, ...more }));
const text = async (Key: string, more: object = {}) => (await get(Key, more)).Body!.transformToString();
const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

describe('putting and getting', () => {
  it('keeps bytes, type, metadata and headers', async () => {
    const answer = await put('a.txt', 'hello', {
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a.txt"',
      ContentEncoding: 'identity',
      Metadata: { colour: 'red', size: 'Größe' },
    });
    expect(answer.ETag).toBe(`"${md5('hello')}"`);
    expect(answer.ChecksumCRC32).toBe('NhCmhg==');
    const object = await get('a.txt');
    expect(await object.Body!.transformToString()).toBe('hello');
    expect(object).toMatchObject({
      ContentType: 'text/plain; charset=utf-8',
      ContentLength: 5,
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a.txt"',
      ContentEncoding: 'identity',
      AcceptRanges: 'bytes',
      ETag: answer.ETag,
      ChecksumCRC32: 'NhCmhg==',
    });
    // What is not ASCII comes back as an RFC 2047 word, as S3 does it.
    const word = `=?UTF-8?B?${Buffer.from('Größe').toString('base64')}?=`;
    expect(object.Metadata).toEqual({ colour: 'red', size: word });
    expect(object.LastModified!.getMilliseconds()).toBe(0);
  });

  it('takes a stream of the default client, whose checksum comes in a trailer', async () => {
    const parts = Array.from({ length: 40 }, () => randomBytes(70_001));
    const whole = Buffer.concat(parts);
    await put('stream', Readable.from(parts), { ContentLength: whole.length });
    const object = await get('stream');
    expect(md5(Buffer.from(await object.Body!.transformToByteArray()))).toBe(md5(whole));
    expect(object.ContentEncoding).toBeUndefined();
    expect(object.ETag).toBe(`"${md5(whole)}"`);
  });

  it.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
    'keeps and verifies %s',
    async (algorithm) => {
      const values = {
        CRC32: 'y/Q5Jg==',
        CRC32C: '4waSgw==',
        CRC64NVME: 'rosUhgp5mIg=',
        SHA1: '98O8HYCOBHMq32eZZczDTKeuNEE=',
        SHA256: 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU=',
      };
      const claim = (value: string) => ({ [`Checksum${algorithm}`]: value });
      const answer = await put(`sum/${algorithm}`, '123456789', claim(values[algorithm]));
      expect(answer).toMatchObject(claim(values[algorithm]));
      const wrong = Buffer.from(values[algorithm], 'base64').reverse().toString('base64');
      expect(await failure(put(`sum/${algorithm}`, '123456789', claim(wrong)))).toEqual({
        code: 'BadDigest',
        status: 400,
      });
      const head = { Bucket: BUCKET, Key: `sum/${algorithm}`, ChecksumMode: 'ENABLED' } as const;
      expect(await s3.client.send(new HeadObjectCommand(head))).toMatchObject(claim(values[algorithm]));
    },
  );

  it('refuses a body that is not what Content-MD5 says, and keeps what was there', async () => {
    await put('md5', 'first', { ContentMD5: createHash('md5').update('first').digest('base64') });
    const wrong = createHash('md5').update('other').digest('base64');
    expect((await failure(put('md5', 'second', { ContentMD5: wrong }))).code).toBe('BadDigest');
    expect((await failure(put('md5', 'second', { ContentMD5: 'abc' }))).code).toBe('InvalidDigest');
    expect(await text('md5')).toBe('first');
  });

  it.each([
    'a b',
    'a+b',
    'a%2Fb',
    'a%b',
    'x//y',
    '/lead',
    'trail/',
    '..',
    './x/../y',
    'über/日本 🎉.png',
    "q?a=1&b#c;'()*!~",
    '<&>"\n\u0001',
  ])('keeps the key %j exactly', async (key) => {
    const Key = `keys/${key}`;
    await put(Key, key);
    expect(await text(Key)).toBe(key);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: Key }));
    expect(Contents?.map((one) => one.Key)).toContain(Key);
    const Delete = { Objects: [{ Key }] };
    const { Deleted } = await s3.client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }));
    expect(Deleted).toEqual([{ Key }]);
    expect((await failure(get(Key))).code).toBe('NoSuchKey');
  });

  it('refuses a key above 1,024 bytes and metadata above 2 KB', async () => {
    expect((await failure(put('k'.repeat(1025), 'x'))).code).toBe('KeyTooLongError');
    expect((await failure(put('k', 'x', { Metadata: { a: 'x'.repeat(2048) } }))).code).toBe(
      'MetadataTooLarge',
    );
  });

  it('answers what it does not have and what it does not do', async () => {
    expect(await failure(get('none'))).toEqual({ code: 'NoSuchKey', status: 404 });
    expect(
      (await failure(s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'none' })))).status,
    ).toBe(404);
    expect((await failure(s3.client.send(new GetObjectCommand({ Bucket: 'nowhere', Key: 'k' })))).code).toBe(
      'NoSuchBucket',
    );
    const acl = s3.client.send(new GetBucketAclCommand({ Bucket: BUCKET }));
    await expect(acl).rejects.toThrow('GetBucketAcl is not implemented');
    expect((await failure(put('acl', 'x', { ACL: 'public-read' }))).code).toBe(
      'AccessControlListNotSupported',
    );
  });
});

describe('ranges and conditions', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  beforeAll(() => put('alphabet', alphabet));

  it.each([
    ['bytes=0-0', 'a', 'bytes 0-0/26'],
    ['bytes=5-', alphabet.slice(5), 'bytes 5-25/26'],
    ['bytes=-3', 'xyz', 'bytes 23-25/26'],
    ['bytes=-50', alphabet, 'bytes 0-25/26'],
    ['bytes=24-99', 'yz', 'bytes 24-25/26'],
  ])('answers %s', async (Range, expected, contentRange) => {
    const object = await get('alphabet', { Range });
    expect(await object.Body!.transformToString()).toBe(expected);
    expect(object.ContentRange).toBe(contentRange);
    expect(object.$metadata.httpStatusCode).toBe(206);
  });

  it('answers 416 outside of the object and ignores what is no range', async () => {
    expect(await failure(get('alphabet', { Range: 'bytes=26-' }))).toEqual({
      code: 'InvalidRange',
      status: 416,
    });
    expect((await failure(get('alphabet', { Range: 'bytes=-0' }))).status).toBe(416);
    expect(await text('alphabet', { Range: 'bytes=9-5' })).toBe(alphabet);
    await s3.service.putFile(BUCKET, 'empty', '');
    expect(await text('empty')).toBe('');
    expect((await failure(get('empty', { Range: 'bytes=0-0' }))).status).toBe(416);
  });

  it('judges If-Match, If-None-Match and the dates', async () => {
    const { ETag, LastModified } = await get('alphabet');
    const later = new Date(LastModified!.getTime() + 1000);
    const earlier = new Date(LastModified!.getTime() - 1000);
    expect(await text('alphabet', { IfMatch: ETag })).toBe(alphabet);
    expect((await failure(get('alphabet', { IfMatch: '"x"' }))).status).toBe(412);
    expect((await failure(get('alphabet', { IfNoneMatch: ETag }))).status).toBe(304);
    expect((await failure(get('alphabet', { IfModifiedSince: LastModified }))).status).toBe(304);
    expect(await text('alphabet', { IfModifiedSince: earlier })).toBe(alphabet);
    expect((await failure(get('alphabet', { IfUnmodifiedSince: earlier }))).status).toBe(412);
    expect(await text('alphabet', { IfUnmodifiedSince: later })).toBe(alphabet);
  });

  it('overrides headers of the answer', async () => {
    const object = await get('alphabet', {
      ResponseContentType: 'text/csv',
      ResponseContentDisposition: 'attachment; filename="x.csv"',
    });
    expect(object.ContentType).toBe('text/csv');
    expect(object.ContentDisposition).toBe('attachment; filename="x.csv"');
  });

  it('writes only where nothing is, or only over what is known', async () => {
    const first = await put('once', '1', { IfNoneMatch: '*' });
    expect((await failure(put('once', '2', { IfNoneMatch: '*' }))).status).toBe(412);
    expect((await failure(put('once', '2', { IfMatch: '"other"' }))).status).toBe(412);
    await put('once', '3', { IfMatch: first.ETag });
    expect(await text('once')).toBe('3');
    expect((await failure(put('never', '2', { IfMatch: first.ETag }))).code).toBe('NoSuchKey');
  });

  it('lets one of many conditional puts win', async () => {
    const attempts = Array.from({ length: 8 }, (_, i) => put('race', String(i), { IfNoneMatch: '*' }));
    const results = await Promise.allSettled(attempts);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('copying, tags and deleting', () => {
  it('copies with and without new metadata', async () => {
    await put('copy/from ü+', 'body', {
      ContentType: 'text/html',
      Metadata: { a: '1' },
      Tagging: 'team=red&x=y+z',
    });
    const CopySource = `${BUCKET}/${encodeURIComponent('copy/from ü+')}`;
    const copy = (more: object) =>
      s3.client.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'copy/to', CopySource, ...more }));
    const { CopyObjectResult } = await copy({});
    expect(CopyObjectResult?.ETag).toBe(`"${md5('body')}"`);
    expect(await get('copy/to')).toMatchObject({
      ContentType: 'text/html',
      Metadata: { a: '1' },
      TagCount: 2,
    });
    await copy({ MetadataDirective: 'REPLACE', Metadata: { b: '2' }, ContentType: 'text/css' });
    expect(await get('copy/to')).toMatchObject({ ContentType: 'text/css', Metadata: { b: '2' } });
    await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'copy/from ü+' }));
    expect(await text('copy/to')).toBe('body');
    expect((await failure(copy({}))).code).toBe('NoSuchKey');
    const itself = { CopySource: `${BUCKET}/copy/to` };
    expect((await failure(copy(itself))).code).toBe('InvalidRequest');
    await copy({ ...itself, MetadataDirective: 'REPLACE', Metadata: { c: '3' } });
    expect((await get('copy/to')).Metadata).toEqual({ c: '3' });
    expect(await text('copy/to')).toBe('body');
  });

  it('keeps tags', async () => {
    await put('tagged', 'x', { Tagging: 'a=1' });
    const TagSet = [{ Key: 'über', Value: '<&>' }];
    await s3.client.send(new PutObjectTaggingCommand({ Bucket: BUCKET, Key: 'tagged', Tagging: { TagSet } }));
    const tags = await s3.client.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key: 'tagged' }));
    expect(tags.TagSet).toEqual(TagSet);
    const eleven = Array.from({ length: 11 }, (_, i) => `k${i}=v`).join('&');
    expect((await failure(put('tagged', 'x', { Tagging: eleven }))).code).toBe('BadRequest');
  });

  it('deletes many, quietly or not, and what is not there too', async () => {
    await Promise.all(['d/1', 'd/2', 'd/3'].map((key) => put(key, key)));
    const remove = (keys: string[], Quiet: boolean) =>
      s3.client.send(
        new DeleteObjectsCommand({
          Bucket: BUCKET,
          Delete: { Quiet, Objects: keys.map((Key) => ({ Key })) },
        }),
      );
    const answer = await remove(['d/1', 'd/none'], false);
    expect(answer.Deleted?.map((one) => one.Key)).toEqual(['d/1', 'd/none']);
    expect((await remove(['d/2'], true)).Deleted).toBeUndefined();
    const left = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'd/' }));
    expect(left.Contents?.map((one) => one.Key)).toEqual(['d/3']);
    const many = Array.from({ length: 1001 }, (_, i) => `k${i}`);
    expect((await failure(remove(many, true))).code).toBe('MalformedXML');
  });
});
