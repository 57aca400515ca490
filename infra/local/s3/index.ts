/**
 * A local S3: buckets and objects over HTTP as the AWS SDKs, presigned URLs and browser forms use
 * them, kept in one folder (rows in SQLite, bodies in files). Addresses are path-style.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type AwsCredentials, splitTarget } from '../aws-auth.ts';
import { callerOf } from '../iam/index.ts';
import { authenticate, queryPairs } from './auth.ts';
import { authorizeCall } from './authorize.ts';
import { BodyFiles } from './bodies.ts';
import { checkBucketName, checkCors } from './buckets.ts';
import { answerPreflight, applyCors } from './cors.ts';
import { S3Error } from './errors.ts';
import { applyLifecycle } from './lifecycle.ts';
import { checkKey, metaHeaders, metaOf } from './metadata.ts';
import { formBoundary, postObject } from './post-form.ts';
import { storeBytes } from './receive.ts';
import { httpTime, identify, quoted, sendError } from './respond.ts';
import { createsBucket, route } from './router.ts';
import { Store } from './store.ts';
import type { Authorize, BucketConfig, Call, Context, StoredObject } from './types.ts';

export type { BucketConfig, CorsRule, LifecycleRule } from './types.ts';

export interface S3Options {
  /** The folder that keeps everything; one process at a time may use it. */
  dir: string;
  credentials: AwsCredentials;
  /** us-east-1 unless told; signatures must be made for it. */
  region?: string;
  /** Refuses what a caller may not do; all may do all without it. */
  authorize?: Authorize;
  /** Tells the age of signatures and the times of objects. */
  clock?: () => Date;
}

/** What `putFile` may say beside the bytes; header names as in HTTP. */
export interface FileMeta {
  contentType?: string;
  cacheControl?: string;
  contentDisposition?: string;
  contentEncoding?: string;
  metadata?: Record<string, string>;
}

export interface FileObject {
  size: number;
  /** Without quotes. */
  etag: string;
  lastModified: Date;
  /** The headers that GetObject would answer: content-type, etag, last-modified, x-amz-meta-* … */
  headers: Record<string, string>;
  /**
   * The bytes from `start` to `end`, both included; all of them by default. Ask for it in the turn that
   * got the object (from then on a replacement leaves it whole), and read it to its end or destroy it.
   */
  body(range?: { start?: number; end?: number }): Readable;
}

export interface S3Service {
  /** Answers one request; never throws. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Creates the bucket if it is not there, and sets what the configuration names. */
  ensureBucket(name: string, config?: BucketConfig): void;
  /** Removes what lifecycle rules have expired by `now`. */
  expire(now: Date): { objects: number; uploads: number };
  putFile(
    bucket: string,
    key: string,
    body: string | Uint8Array | AsyncIterable<Uint8Array>,
    meta?: FileMeta,
  ): Promise<{ etag: string; size: number }>;
  /** The object, or null when there is none. */
  getObject(bucket: string, key: string): FileObject | null;
  close(): Promise<void>;
}

/** Bucket and key of a path, decoded; every byte behind the first slash after the bucket is the key. */
function address(req: IncomingMessage): { bucket: string; key: string; path: string } {
  const { path } = splitTarget(req.url ?? '/');
  try {
    const [, bucket = '', key = ''] = /^\/?([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
    return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key), path };
  } catch {
    throw new S3Error('InvalidURI', undefined, { URI: path });
  }
}

async function dispatch(s3: Context, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { bucket, key } = address(req);
  const method = req.method ?? 'GET';
  if (method === 'OPTIONS') {
    answerPreflight(s3, bucket, req, res);
    return;
  }
  applyCors(s3, bucket, req, res);
  const boundary = method === 'POST' && key === '' && bucket !== '' ? formBoundary(req) : null;
  if (boundary) {
    await postObject(s3, bucket, req, res, boundary);
    return;
  }
  const { signature, payload, headers } = authenticate(s3, req);
  const query = new Map(queryPairs(req));
  const header = (name: string) => headers[name];
  const call: Call = { req, res, method, bucket, key, query, header, headers, signature, payload };
  const operation = route(call);
  authorizeCall(s3, call, callerOf(req));
  if (!createsBucket(operation)) s3.store.bucket(bucket);
  await operation(s3, call);
}

async function handle(s3: Context, req: IncomingMessage, res: ServerResponse): Promise<void> {
  identify(res, s3.clock());
  try {
    await dispatch(s3, req, res);
  } catch (error) {
    // Node's own client stalls when it is answered while it still writes, so the rest is read away first.
    await finished(req.resume(), { writable: false }).catch(() => {});
    // A caller that has gone cannot be answered; its half upload is already discarded.
    if (!res.destroyed && !req.socket.destroyed) {
      sendError(res, error, splitTarget(req.url ?? '/').path, req.method === 'HEAD');
    }
  }
  // What follows the part of a body that mattered; the connection's next request stands behind it.
  req.resume();
}

function fileObject(s3: Context, object: StoredObject): FileObject {
  return {
    size: object.size,
    etag: object.etag,
    lastModified: new Date(object.modified),
    headers: {
      ...metaHeaders(object),
      etag: quoted(object.etag),
      'last-modified': httpTime(object.modified),
    },
    body: ({ start = 0, end = object.size - 1 } = {}) => {
      const reader = s3.files.hold(object.segments);
      return Readable.from(reader.stream(start, end), { objectMode: false }).once('close', reader.release);
    },
  };
}

async function putFile(
  s3: Context,
  bucket: string,
  key: string,
  body: string | Uint8Array | AsyncIterable<Uint8Array>,
  meta: FileMeta = {},
): Promise<{ etag: string; size: number }> {
  checkKey(key);
  const headers: Record<string, string | undefined> = {
    'content-type': meta.contentType,
    'cache-control': meta.cacheControl,
    'content-disposition': meta.contentDisposition,
    'content-encoding': meta.contentEncoding,
  };
  for (const [name, value] of Object.entries(meta.metadata ?? {})) {
    headers[`x-amz-meta-${name.toLowerCase()}`] = value;
  }
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const whole = typeof body === 'string' || body instanceof Uint8Array;
  const chunks = whole ? Readable.from([Buffer.from(body)]) : Readable.from(body);
  const { segment, size, md5, checksum } = await storeBytes(s3, chunks, { compute: 'CRC32' });
  s3.store.putObject({
    ...metaOf(Object.fromEntries(given)),
    bucket,
    key,
    size,
    etag: md5,
    modified: s3.clock().getTime(),
    checksum,
    segments: segment ? [segment] : [],
    parts: 0,
  });
  return { etag: md5, size };
}

/** Opens (or makes) the folder. Throws when another process has it open. */
export function createS3(options: S3Options): S3Service {
  const { dir, credentials, region = 'us-east-1', clock = () => new Date() } = options;
  const files = new BodyFiles(join(dir, 'bodies'));
  const store = new Store(dir, files);
  const authorize: Authorize = (caller, action, bucket, key, prefix) => {
    try {
      if (caller) options.authorize?.(caller, action, bucket, key, prefix);
    } catch (error) {
      throw new S3Error('AccessDenied', (error as Error).message);
    }
  };
  const s3: Context = { store, files, clock, credentials, region, authorize };
  return {
    handle: (req, res) => handle(s3, req, res),
    ensureBucket: (name, config) => {
      checkBucketName(name);
      if (config?.cors) checkCors(config.cors);
      store.createBucket(name, clock().getTime());
      if (config) store.configureBucket(name, config);
    },
    expire: (now) => applyLifecycle(store, now),
    putFile: (bucket, key, body, meta) => putFile(s3, bucket, key, body, meta),
    getObject: (bucket, key) => {
      const object = store.findObject(bucket, key);
      return object ? fileObject(s3, object) : null;
    },
    close: async () => {
      await files.close();
      store.close();
    },
  };
}
