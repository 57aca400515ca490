/** Multipart uploads: create, upload or copy parts, complete, abort. Their listings are in multipart-list.ts. */
import { createHash } from 'node:crypto';
import {
  type ChecksumAlgorithm,
  type ChecksumType,
  checksumHeader,
  combineChecksums,
  parseAlgorithm,
} from './checksums.ts';
import { writeCondition } from './conditions.ts';
import { copyBytes, copyRange, copySource } from './copy.ts';
import { S3Error } from './errors.ts';
import { checkKey, metaOf } from './metadata.ts';
import { claimsOf, type Received, receiveBody, receiveDocument } from './receive.ts';
import { checksumElements, checksumHeaders, isoTime, quoted, sendEmpty, sendXml } from './respond.ts';
import type { Call, Context, Operation, Upload, UploadPart } from './types.ts';
import { abortUpload, completeUpload, createUpload, getUpload, listParts, putPart } from './upload-store.ts';
import { childrenOf, childText, parseXml } from './xml.ts';

/** Limits. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_PARTS = 10_000;
const MIN_PART_BYTES = 5 * 1024 ** 2;

export const uploadOf = (s3: Context, call: Call): Upload =>
  getUpload(s3.store, call.bucket, call.key, call.query.get('uploadId') ?? '');

function checksumTypeOf(call: Call, algorithm: ChecksumAlgorithm | null): ChecksumType | null {
  const given = call.header('x-amz-checksum-type');
  if (!algorithm) {
    if (given === undefined) return null;
    throw new S3Error(
      'InvalidRequest',
      'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
    );
  }
  const type = given ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE');
  const possible: string[] =
    algorithm === 'CRC64NVME'
      ? ['FULL_OBJECT']
      : algorithm.startsWith('SHA')
        ? ['COMPOSITE']
        : ['FULL_OBJECT', 'COMPOSITE'];
  if (!possible.includes(type)) {
    const message = `The ${type} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`;
    throw new S3Error('InvalidRequest', message);
  }
  return type as ChecksumType;
}

export const createMultipartUpload: Operation = (s3, call) => {
  const { bucket, key } = call;
  checkKey(key);
  const named = call.header('x-amz-checksum-algorithm');
  const algorithm = parseAlgorithm(named) ?? null;
  if (named !== undefined && !algorithm) {
    throw new S3Error('InvalidRequest', 'Checksum algorithm provided is unsupported.');
  }
  const checksumType = checksumTypeOf(call, algorithm);
  const created = s3.clock().getTime();
  const upload = createUpload(s3.store, {
    bucket,
    key,
    created,
    algorithm,
    checksumType,
    ...metaOf(call.headers),
  });
  if (algorithm) {
    call.res.setHeader('x-amz-checksum-algorithm', algorithm);
    call.res.setHeader('x-amz-checksum-type', checksumType!);
  }
  sendXml(call.res, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: upload.id });
};

function partNumberOf(call: Call): number {
  const text = call.query.get('partNumber') ?? '';
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number >= 1 && number <= MAX_PARTS) return number;
  throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive', {
    ArgumentName: 'partNumber',
    ArgumentValue: text,
  });
}

/** Commits a received part; when the upload has ended meanwhile its body is removed again. */
function keepPart(s3: Context, upload: Upload, number: number, received: Received): UploadPart {
  const { segment, size, md5, checksum } = received;
  const modified = s3.clock().getTime();
  const part = { number, segment, size, etag: md5, modified, checksum: checksum?.value ?? null };
  try {
    putPart(s3.store, upload, part);
  } catch (error) {
    if (segment) s3.files.remove([segment]);
    throw error;
  }
  return part;
}

export const uploadPart: Operation = async (s3, call) => {
  const number = partNumberOf(call);
  const upload = uploadOf(s3, call);
  const claims = claimsOf(call.header, call.payload);
  const given = claims.checksum?.algorithm;
  if (upload.algorithm && given !== upload.algorithm) {
    const [expected, actual] = [upload.algorithm, given ?? 'null'].map((name) => name.toLowerCase());
    const message = `Checksum Type mismatch occurred, expected checksum Type: ${expected}, actual checksum Type: ${actual}`;
    throw new S3Error('InvalidRequest', message);
  }
  const received = await receiveBody(s3, call, claims);
  keepPart(s3, upload, number, received);
  const { 'x-amz-checksum-type': _, ...checksum } = checksumHeaders(received.checksum);
  sendEmpty(call.res, 200, { etag: quoted(received.md5), ...checksum });
};

export const uploadPartCopy: Operation = async (s3, call) => {
  const number = partNumberOf(call);
  const upload = uploadOf(s3, call);
  const source = copySource(s3, call);
  const range = copyRange(call, source);
  const received = await copyBytes(s3, source, range, upload.algorithm ?? undefined);
  const part = keepPart(s3, upload, number, received);
  const { ChecksumType: _, ...checksum } = checksumElements(received.checksum);
  sendXml(call.res, 'CopyPartResult', {
    LastModified: isoTime(part.modified),
    ETag: quoted(part.etag),
    ...checksum,
  });
};

interface NamedPart {
  number: number;
  etag: string;
  checksum?: string;
}

function readParts(source: string, upload: Upload): NamedPart[] {
  const parts = childrenOf(parseXml(source, 'CompleteMultipartUpload'), 'Part').map((part) => ({
    number: Number(childText(part, 'PartNumber') ?? Number.NaN),
    etag: (childText(part, 'ETag') ?? '').trim().replace(/^"|"$/g, ''),
    checksum: upload.algorithm ? childText(part, `Checksum${upload.algorithm}`) : undefined,
  }));
  const malformed = parts.some(({ number, etag }) => !Number.isInteger(number) || etag === '');
  if (parts.length === 0 || parts.length > MAX_PARTS || malformed) throw new S3Error('MalformedXML');
  if (parts.some((part, i) => i > 0 && part.number <= parts[i - 1]!.number))
    throw new S3Error('InvalidPartOrder');
  return parts;
}

/** The stored parts that were named, checked one by one. Throws InvalidPart or EntityTooSmall. */
function chooseParts(upload: Upload, named: NamedPart[], stored: UploadPart[]): UploadPart[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  return named.map(({ number, etag, checksum }, i) => {
    const part = byNumber.get(number);
    const wrongSum = checksum !== undefined && checksum !== part?.checksum;
    if (!part || part.etag !== etag || wrongSum) {
      throw new S3Error('InvalidPart', undefined, { UploadId: upload.id, PartNumber: number, ETag: etag });
    }
    if (i < named.length - 1 && part.size < MIN_PART_BYTES) {
      throw new S3Error('EntityTooSmall', undefined, {
        ProposedSize: part.size,
        MinSizeAllowed: MIN_PART_BYTES,
        PartNumber: number,
        ETag: etag,
      });
    }
    return part;
  });
}

function checksumOfParts(call: Call, upload: Upload, parts: UploadPart[]) {
  const { algorithm, checksumType } = upload;
  if (!algorithm || !checksumType) return null;
  const values = parts.map((part) => ({ value: part.checksum ?? '', size: part.size }));
  const checksum = combineChecksums(algorithm, checksumType, values);
  const claimed = call.header(checksumHeader(algorithm));
  if (claimed !== undefined && claimed !== checksum?.value) {
    throw new S3Error(
      'BadDigest',
      `The ${algorithm.toLowerCase()} you specified did not match the calculated checksum.`,
    );
  }
  return checksum;
}

export const completeMultipartUpload: Operation = async (s3, call) => {
  const { bucket, key } = call;
  const condition = writeCondition(call.header);
  // The checksum headers of this call describe the object, not the XML in its body.
  const source = await receiveDocument(call, { claims: 'none' });
  // From here to the commit nothing is awaited, so no part can come or go in between.
  const upload = uploadOf(s3, call);
  const parts = chooseParts(upload, readParts(source, upload), listParts(s3.store, upload.id));
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const expectedSize = call.header('x-amz-mp-object-size');
  if (expectedSize !== undefined && Number(expectedSize) !== size) {
    const message = "The provided 'x-amz-mp-object-size' header value does not match what was computed.";
    throw new S3Error('InvalidRequest', message);
  }
  const checksum = checksumOfParts(call, upload, parts);
  const md5 = createHash('md5');
  for (const part of parts) md5.update(Buffer.from(part.etag, 'hex'));
  const etag = `${md5.digest('hex')}-${parts.length}`;
  const { headers, metadata, tags } = upload;
  const segments = parts.flatMap((part) => part.segment ?? []);
  const modified = s3.clock().getTime();
  const object = {
    bucket,
    key,
    size,
    etag,
    modified,
    checksum,
    headers,
    metadata,
    tags,
    segments,
    parts: parts.length,
  };
  completeUpload(s3.store, upload, object, condition);
  sendXml(call.res, 'CompleteMultipartUploadResult', {
    Location: `http://${call.req.headers.host}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
    Bucket: bucket,
    Key: key,
    ETag: quoted(etag),
    ...checksumElements(checksum),
  });
};

export const abortMultipartUpload: Operation = (s3, call) => {
  abortUpload(s3.store, uploadOf(s3, call));
  sendEmpty(call.res, 204);
};
