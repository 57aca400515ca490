/** What the S3 service stores and what its parts hand each other. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AwsCredentials, VerifiedSignature } from '../aws-auth.ts';
import type { BodyFiles } from './bodies.ts';
import type { Checksum, ChecksumAlgorithm, ChecksumType } from './checksums.ts';
import type { Store } from './store.ts';

/** One rule of a bucket's CORS configuration; `*` stands for any run of characters, once per entry. */
export interface CorsRule {
  id?: string;
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders?: string[];
  exposeHeaders?: string[];
  maxAgeSeconds?: number;
}

/** One rule of a bucket's lifecycle, on the keys that begin with `prefix` (all of them by default). */
export interface LifecycleRule {
  id?: string;
  enabled?: boolean;
  prefix?: string;
  /** Objects expire at the first midnight UTC after this many days. */
  expirationDays?: number;
  /** Multipart uploads begun this many days ago and not completed are aborted. */
  abortIncompleteMultipartUploadDays?: number;
}

export interface BucketConfig {
  cors?: CorsRule[];
  lifecycle?: LifecycleRule[];
}

export interface Bucket {
  name: string;
  created: number;
  cors: CorsRule[];
  lifecycle: LifecycleRule[];
}

/** A whole body file. An object has none (empty), one, or one per part of its multipart upload. */
export interface Segment {
  body: string;
  size: number;
}

/** What a writer says about an object beside its bytes. */
export interface ObjectMeta {
  /** System headers in lower case: content-type, cache-control, x-amz-storage-class and their like. */
  headers: Record<string, string>;
  /** User metadata without `x-amz-meta-`. */
  metadata: Record<string, string>;
  tags: Record<string, string>;
}

export interface StoredObject extends ObjectMeta {
  bucket: string;
  key: string;
  size: number;
  /** Without quotes: the MD5, or for a multipart object the MD5 of its parts' MD5s and `-N`. */
  etag: string;
  /** Milliseconds since the epoch. */
  modified: number;
  checksum: Checksum | null;
  segments: Segment[];
  /** How many parts it was uploaded in; 0 when it was not. */
  parts: number;
}

export interface Upload extends ObjectMeta {
  id: string;
  bucket: string;
  key: string;
  created: number;
  algorithm: ChecksumAlgorithm | null;
  checksumType: ChecksumType | null;
}

export interface UploadPart {
  number: number;
  segment: Segment | null;
  size: number;
  etag: string;
  modified: number;
  checksum: string | null;
}

/** What a write asks of the object that is already there. */
export interface WriteCondition {
  /** Fail when there is one. */
  absent?: boolean;
  /** Fail when its ETag differs. */
  etag?: string;
}

export interface Context {
  store: Store;
  files: BodyFiles;
  clock: () => Date;
  credentials: AwsCredentials;
  region: string;
  authorize: Authorize;
}

/** Refuses what a caller may not do. @throws AwsError AccessDenied */
export type Authorize = (
  caller: string | undefined,
  action: string,
  bucket: string,
  key?: string,
  prefix?: string,
) => void;

/** One authenticated request. `bucket` and `key` are decoded, and empty when not addressed. */
export interface Call {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  bucket: string;
  key: string;
  query: Map<string, string>;
  /** A request header; in presigned requests also the x-amz-* that the signer moved into the query. */
  header(name: string): string | undefined;
  /** All of them, for what goes by prefix (user metadata). */
  headers: Record<string, string>;
  signature: VerifiedSignature;
  /** x-amz-content-sha256, or UNSIGNED-PAYLOAD. */
  payload: string;
}

export type Operation = (s3: Context, call: Call) => Promise<void> | void;
