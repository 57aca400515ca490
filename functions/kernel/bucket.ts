import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketArea } from '#shared/model/bucket-area.ts';
import { tenantOf } from './actor.ts';
import { env } from './env.ts';
import { addressOf } from './media-path.ts';
import { traced } from './trace.ts';

const s3 = traced(new S3Client({}));

/** Signs addresses of uploads: by default the client would sign the checksum of an empty body, which no file has. */
const uploadSigner = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });

/** A presigned form lives this long, in seconds. */
const formSeconds = 15 * 60;

/** What a file is at one moment: `etag` changes with its bytes. */
export interface FileStat {
  size: number;
  contentType: string;
  etag: string;
}

/**
 * One area of the tenant's files. Keys given here are below `<area>/<tenant>/`, so no key can name another
 * tenant's file. `media` is what the CDN serves; the rest is reached by presigned addresses only.
 */
export function bucket(area: BucketArea) {
  const name = () => env('BUCKET_NAME');
  const full = (key: string) => `${area}/${tenantOf()}/${key}`;
  return {
    /** The whole key of a file, for services that are given its address. */
    key: full,
    /** The address below the CDN's root; only for `media`. */
    path: (key: string) => addressOf(full(key)),
    async put(key: string, body: Buffer | string, contentType: string, cacheControl?: string): Promise<void> {
      await s3.send(
        new PutObjectCommand({
          Bucket: name(),
          Key: full(key),
          Body: body,
          ContentType: contentType,
          CacheControl: cacheControl,
        }),
      );
    },
    /** Streams a body of unknown length. */
    async upload(key: string, body: Readable, contentType: string): Promise<void> {
      const upload = new Upload({
        client: s3,
        params: { Bucket: name(), Key: full(key), Body: body, ContentType: contentType },
      });
      await upload.done();
    },
    async get(key: string): Promise<Buffer | undefined> {
      try {
        const found = await s3.send(new GetObjectCommand({ Bucket: name(), Key: full(key) }));
        return Buffer.from(await found.Body!.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    /** A file as it is read, for what is too large for the memory. */
    async stream(key: string): Promise<Readable | undefined> {
      try {
        const found = await s3.send(new GetObjectCommand({ Bucket: name(), Key: full(key) }));
        return found.Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    /** The first bytes of a file, enough to tell what it is. */
    async head(key: string, bytes: number): Promise<Buffer> {
      const found = await s3.send(
        new GetObjectCommand({ Bucket: name(), Key: full(key), Range: `bytes=0-${bytes - 1}` }),
      );
      return Buffer.from(await found.Body!.transformToByteArray());
    },
    /** The bytes from `start` to `end`, both included; undefined when the file does not reach that far. */
    async range(key: string, start: number, end: number): Promise<Buffer | undefined> {
      try {
        const found = await s3.send(
          new GetObjectCommand({ Bucket: name(), Key: full(key), Range: `bytes=${start}-${end}` }),
        );
        return Buffer.from(await found.Body!.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey || (error as Error).name === 'InvalidRange') return undefined;
        throw error;
      }
    },
    async stat(key: string): Promise<FileStat | undefined> {
      try {
        const found = await s3.send(new HeadObjectCommand({ Bucket: name(), Key: full(key) }));
        return {
          size: found.ContentLength ?? 0,
          contentType: found.ContentType ?? 'application/octet-stream',
          etag: found.ETag ?? '',
        };
      } catch (error) {
        if (error instanceof NotFound || error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    /**
     * Copies a file of another area here, as long as its bytes are still those that `etag` names.
     * @returns false when it has changed or gone since
     */
    async copyFrom(
      from: { area: BucketArea; key: string; etag: string },
      key: string,
      contentType: string,
      cacheControl?: string,
    ): Promise<boolean> {
      const source = [name(), from.area, String(tenantOf()), ...from.key.split('/')];
      try {
        await s3.send(
          new CopyObjectCommand({
            Bucket: name(),
            Key: full(key),
            CopySource: source.map(encodeURIComponent).join('/'),
            CopySourceIfMatch: from.etag,
            ContentType: contentType,
            CacheControl: cacheControl,
            MetadataDirective: 'REPLACE',
          }),
        );
        return true;
      } catch (error) {
        const { name: code } = error as Error;
        if (error instanceof NoSuchKey || code === 'PreconditionFailed') return false;
        throw error;
      }
    },
    async remove(key: string): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: name(), Key: full(key) }));
    },
    /** Removes every file whose key begins so, a thousand at a time, as many as a request takes. */
    async removeAll(prefix: string): Promise<void> {
      for (;;) {
        const { Contents = [] } = await s3.send(
          new ListObjectsV2Command({ Bucket: name(), Prefix: full(prefix) }),
        );
        if (Contents.length === 0) return;
        const { Errors = [] } = await s3.send(
          new DeleteObjectsCommand({
            Bucket: name(),
            Delete: { Objects: Contents.map(({ Key }) => ({ Key: Key! })), Quiet: true },
          }),
        );
        if (Errors.length > 0) throw new Error(`A file could not be removed: ${Errors[0]!.Message}`);
      }
    },
    async list(prefix: string): Promise<string[]> {
      const root = full('');
      const keys: string[] = [];
      let token: string | undefined;
      do {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket: name(), Prefix: full(prefix), ContinuationToken: token }),
        );
        for (const object of page.Contents ?? []) keys.push(object.Key!.slice(root.length));
        token = page.NextContinuationToken;
      } while (token);
      return keys;
    },
    /** A form by which a browser uploads straight to the bucket: one key, one type, at most `maxBytes`. */
    uploadForm: (key: string, contentType: string, maxBytes: number) =>
      createPresignedPost(s3, {
        Bucket: name(),
        Key: full(key),
        Expires: formSeconds,
        Fields: { 'Content-Type': contentType },
        Conditions: [
          ['content-length-range', 1, maxBytes],
          ['eq', '$Content-Type', contentType],
        ],
      }),
    /** An address that takes one file of one type by PUT, for `seconds`. */
    uploadUrl: (key: string, contentType: string, seconds: number) =>
      getSignedUrl(
        uploadSigner,
        new PutObjectCommand({ Bucket: name(), Key: full(key), ContentType: contentType }),
        { expiresIn: seconds },
      ),
    /** An address that downloads the file under `filename`, for `seconds`. */
    downloadUrl: (key: string, filename: string, seconds = 600) =>
      getSignedUrl(
        s3,
        new GetObjectCommand({
          Bucket: name(),
          Key: full(key),
          ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
        }),
        { expiresIn: seconds },
      ),
  };
}
