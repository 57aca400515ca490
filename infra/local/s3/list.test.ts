import {
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, failure, startS3, type TestS3 } from './testing.ts';

let s3: TestS3;
const numbered = Array.from({ length: 1050 }, (_, i) => `n/${String(i).padStart(5, '0')}`);
const tree = ['t/a', 't/b/1', 't/b/2', 't/b0', 't/c/d/e', 't/c/x', 't/z', 't/é', 't/\uffee', 't/🎉'];

beforeAll(async () => {
  s3 = await startS3();
  for (const key of [...numbered, ...tree]) await s3.service.putFile(BUCKET, key, '');
});
afterAll(() => s3.stop());

const list = (more: object) => s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, ...more }));
const keys = (page: { Contents?: { Key?: string }[] }) => page.Contents?.map((one) => one.Key) ?? [];
const prefixes = (page: { CommonPrefixes?: { Prefix?: string }[] }) =>
  page.CommonPrefixes?.map((one) => one.Prefix) ?? [];

describe('ListObjectsV2', () => {
  it('pages through more than 1,000 keys in order', async () => {
    const pages: number[] = [];
    const found: (string | undefined)[] = [];
    for await (const page of paginateListObjectsV2({ client: s3.client }, { Bucket: BUCKET, Prefix: 'n/' })) {
      pages.push(page.KeyCount ?? 0);
      found.push(...keys(page));
    }
    expect(pages).toEqual([1000, 50]);
    expect(found).toEqual(numbered);
  });

  it('ends without another page when the last one is full', async () => {
    const page = await list({ Prefix: 'n/000', MaxKeys: 100 });
    expect(page).toMatchObject({ KeyCount: 100, IsTruncated: false, MaxKeys: 100 });
    expect(page.NextContinuationToken).toBeUndefined();
  });

  it('sorts by UTF-8 bytes and rolls up at the delimiter', async () => {
    const page = await list({ Prefix: 't/', Delimiter: '/' });
    expect(keys(page)).toEqual(['t/a', 't/b0', 't/z', 't/é', 't/\uffee', 't/🎉']);
    expect(prefixes(page)).toEqual(['t/b/', 't/c/']);
    expect(page.KeyCount).toBe(8);
    expect(prefixes(await list({ Delimiter: '/' }))).toEqual(['n/', 't/']);
  });

  it.each([1, 2, 3])('pages keys and prefixes together, %i at a time', async (MaxKeys) => {
    const found: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ Prefix: 't/', Delimiter: '/', MaxKeys, ContinuationToken });
      found.push(...keys(page), ...prefixes(page));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(found.toSorted()).toEqual(
      ['t/a', 't/b/', 't/b0', 't/c/', 't/z', 't/é', 't/\uffee', 't/🎉'].toSorted(),
    );
  });

  it('starts after a key, encodes keys when asked, and refuses bad parameters', async () => {
    expect(keys(await list({ Prefix: 't/', StartAfter: 't/b0' }))[0]).toBe('t/c/d/e');
    expect(keys(await list({ Prefix: 't/é', EncodingType: 'url' }))).toEqual(['t/%C3%A9']);
    expect((await list({ MaxKeys: 0 })).KeyCount).toBe(0);
    expect((await failure(list({ ContinuationToken: '!' }))).code).toBe('InvalidArgument');
    expect((await failure(list({ MaxKeys: -1 }))).code).toBe('InvalidArgument');
  });

  it('pages the older ListObjects by its marker', async () => {
    const found: (string | undefined)[] = [];
    let Marker: string | undefined;
    do {
      const input = { Bucket: BUCKET, Prefix: 't/', Delimiter: '/', MaxKeys: 2, Marker };
      const page = await s3.client.send(new ListObjectsCommand(input));
      found.push(...keys(page), ...prefixes(page));
      Marker = page.NextMarker;
    } while (Marker);
    expect(found).toHaveLength(8);
  });
});

it('lists its buckets', async () => {
  const { Buckets } = await s3.client.send(new ListBucketsCommand({}));
  expect(Buckets?.map((bucket) => bucket.Name)).toEqual([BUCKET]);
  expect((await s3.client.send(new HeadBucketCommand({ Bucket: BUCKET }))).BucketRegion).toBe('us-east-1');
});
