import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUCKET, failure, startS3, type TestS3 } from './testing.ts';

const MB = 1024 ** 2;
const five = randomBytes(5 * MB);
const tail = randomBytes(1000);

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const at = (Key: string) => ({ Bucket: BUCKET, Key });
const bytesOf = async (Key: string, more: object = {}) => {
  const object = await s3.client.send(new GetObjectCommand({ ...at(Key), ...more }));
  return Buffer.from(await object.Body!.transformToByteArray());
};
async function begin(Key: string, more: Partial<CreateMultipartUploadCommandInput> = {}) {
  const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ ...at(Key), ...more }));
  return UploadId!;
}
async function part(Key: string, UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
  const answer = await s3.client.send(new UploadPartCommand({ ...at(Key), UploadId, PartNumber, Body }));
  return { PartNumber, ETag: answer.ETag, ChecksumCRC32: answer.ChecksumCRC32 };
}
const complete = (Key: string, UploadId: string, Parts: CompletedPart[], more: object = {}) =>
  s3.client.send(
    new CompleteMultipartUploadCommand({ ...at(Key), UploadId, MultipartUpload: { Parts }, ...more }),
  );
const etagOf = (...parts: Buffer[]) => {
  const md5s = parts.map((one) => createHash('md5').update(one).digest());
  return `"${createHash('md5').update(Buffer.concat(md5s)).digest('hex')}-${parts.length}"`;
};

it('takes what lib-storage uploads from a stream of unknown length', async () => {
  const chunks = Array.from({ length: 12 }, () => randomBytes(MB));
  const upload = new Upload({
    client: s3.client,
    params: { ...at('upload'), Body: Readable.from(chunks), ContentType: 'video/mp4', Metadata: { a: 'b' } },
  });
  const whole = Buffer.concat(chunks);
  const { ETag } = await upload.done();
  expect(ETag).toBe(
    etagOf(whole.subarray(0, 5 * MB), whole.subarray(5 * MB, 10 * MB), whole.subarray(10 * MB)),
  );
  expect((await bytesOf('upload')).equals(whole)).toBe(true);
  const range = await bytesOf('upload', { Range: `bytes=${5 * MB - 3}-${5 * MB + 2}` });
  expect(range).toEqual(whole.subarray(5 * MB - 3, 5 * MB + 3));
  const second = await s3.client.send(new HeadObjectCommand({ ...at('upload'), PartNumber: 2 }));
  expect(second).toMatchObject({
    ContentType: 'video/mp4',
    PartsCount: 3,
    ContentLength: 5 * MB,
    Metadata: { a: 'b' },
  });
  await s3.client.send(new CopyObjectCommand({ ...at('upload copy'), CopySource: `${BUCKET}/upload` }));
  expect((await bytesOf('upload copy')).equals(whole)).toBe(true);
});

it('gives the checksum of the whole from those of the parts', async () => {
  const id = await begin('full', { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
  const parts = [await part('full', id, 1, five), await part('full', id, 2, tail)];
  const { ChecksumCRC32, ChecksumType } = await complete('full', id, parts);
  const expected = Buffer.alloc(4);
  expected.writeUInt32BE(crc32(tail, crc32(five)));
  expect(ChecksumCRC32).toBe(expected.toString('base64'));
  expect(ChecksumType).toBe('FULL_OBJECT');
});

it('copies parts out of other objects', async () => {
  await s3.client.send(new PutObjectCommand({ ...at('source'), Body: Buffer.concat([five, tail]) }));
  const id = await begin('assembled');
  const copy = async (PartNumber: number, CopySourceRange?: string) => {
    const input = {
      ...at('assembled'),
      UploadId: id,
      PartNumber,
      CopySource: `${BUCKET}/source`,
      CopySourceRange,
    };
    const { CopyPartResult } = await s3.client.send(new UploadPartCopyCommand(input));
    return { PartNumber, ETag: CopyPartResult?.ETag };
  };
  const parts = [await copy(1), await copy(2, 'bytes=10-19')];
  expect((await failure(copy(3, `bytes=0-${6 * MB}`))).code).toBe('InvalidArgument');
  const { ETag } = await complete('assembled', id, parts);
  const whole = Buffer.concat([five, tail]);
  expect(ETag).toBe(etagOf(whole, five.subarray(10, 20)));
  expect((await bytesOf('assembled')).equals(Buffer.concat([whole, five.subarray(10, 20)]))).toBe(true);
});

it('lists parts and uploads, page by page', async () => {
  const id = await begin('listed/a');
  const other = await begin('listed/b');
  for (const number of [3, 1, 2]) await part('listed/a', id, number, tail);
  const page = await s3.client.send(new ListPartsCommand({ ...at('listed/a'), UploadId: id, MaxParts: 2 }));
  expect(page.Parts?.map((one) => one.PartNumber)).toEqual([1, 2]);
  expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' });
  const uploads = (more: object) =>
    s3.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: 'listed/', ...more }));
  const first = await uploads({ MaxUploads: 1 });
  expect(first.Uploads?.map((one) => one.UploadId)).toEqual([id]);
  const next = { KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker };
  expect((await uploads(next)).Uploads?.map((one) => one.UploadId)).toEqual([other]);
  await s3.client.send(new AbortMultipartUploadCommand({ ...at('listed/a'), UploadId: id }));
  expect((await uploads({})).Uploads?.map((one) => one.UploadId)).toEqual([other]);
  expect((await failure(part('listed/a', id, 4, tail))).code).toBe('NoSuchUpload');
});

it('refuses small, missing, changed and unordered parts', async () => {
  const id = await begin('strict');
  const small = await part('strict', id, 1, tail);
  const last = await part('strict', id, 2, tail);
  expect((await failure(complete('strict', id, [small, last]))).code).toBe('EntityTooSmall');
  expect((await failure(complete('strict', id, [last, small]))).code).toBe('InvalidPartOrder');
  expect((await failure(complete('strict', id, [{ PartNumber: 7, ETag: 'x' }]))).code).toBe('InvalidPart');
  expect(
    (await failure(complete('strict', id, [{ ...small, ETag: last.ETag?.replace('"', '"0') }]))).code,
  ).toBe('InvalidPart');
  expect((await failure(part('strict', id, 10_001, tail))).code).toBe('InvalidArgument');
  await complete('strict', id, [last], { IfNoneMatch: '*' });
  expect((await bytesOf('strict')).equals(tail)).toBe(true);
  const again = await begin('strict');
  const one = await part('strict', again, 1, five);
  expect((await failure(complete('strict', again, [one], { IfNoneMatch: '*' }))).status).toBe(412);
  expect((await bytesOf('strict')).equals(tail)).toBe(true);
});
