/** CopyObject, and how a copy names and judges its source. */
import { type ChecksumAlgorithm, parseAlgorithm } from './checksums.ts';
import { parseRange, readCondition, writeCondition } from './conditions.ts';
import { S3Error } from './errors.ts';
import { checkKey, metaOf } from './metadata.ts';
import { type Received, storeBytes } from './receive.ts';
import { checksumElements, isoTime, quoted, sendXml } from './respond.ts';
import type { Call, Context, Operation, StoredObject } from './types.ts';

/** The object that x-amz-copy-source names, once its conditions hold. */
export function copySource(s3: Context, call: Call): StoredObject {
  const header = call.header('x-amz-copy-source') ?? '';
  const invalid = (message: string) =>
    new S3Error('InvalidArgument', message, {
      ArgumentName: 'x-amz-copy-source',
      ArgumentValue: header,
    });
  const [path, version] = header.split('?versionId=');
  if (version !== undefined && version !== 'null') throw invalid('Invalid version id specified');
  let source: string;
  try {
    source = decodeURIComponent(path!).replace(/^\//, '');
  } catch {
    throw invalid('Invalid copy source encoding.');
  }
  const slash = source.indexOf('/');
  if (slash < 1 || slash === source.length - 1) {
    throw invalid('Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  }
  const bucket = source.slice(0, slash);
  s3.store.bucket(bucket);
  const object = s3.store.object(bucket, source.slice(slash + 1));
  readCondition(call.header, object, 'x-amz-copy-source-');
  return object;
}

/** The bytes of x-amz-copy-source-range, which unlike a Range must lie within the source. */
export function copyRange(call: Call, source: StoredObject): { start: number; end: number } {
  const header = call.header('x-amz-copy-source-range');
  if (header === undefined) return { start: 0, end: source.size - 1 };
  const match = /^bytes=(\d+)-(\d+)$/.exec(header);
  const range = match && Number(match[2]) < source.size ? parseRange(header, source.size) : null;
  if (range) return range;
  throw new S3Error(
    'InvalidArgument',
    match
      ? `Range specified is not valid for source object of size: ${source.size}`
      : 'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
    { ArgumentName: 'x-amz-copy-source-range', ArgumentValue: header },
  );
}

/** Copies bytes of an object into a new body, computing its MD5 and the checksum that is wanted. */
export async function copyBytes(
  s3: Context,
  source: StoredObject,
  range: { start: number; end: number },
  compute?: ChecksumAlgorithm,
): Promise<Received> {
  const reader = s3.files.hold(source.segments);
  try {
    return await storeBytes(s3, reader.stream(range.start, range.end), { compute });
  } finally {
    reader.release();
  }
}

/** The source's bytes under a second name where they are one body with its own MD5; else a copy of them. */
async function duplicate(s3: Context, source: StoredObject, wanted?: ChecksumAlgorithm): Promise<Received> {
  const algorithm = wanted ?? source.checksum?.algorithm;
  const asIs = source.parts === 0 && (!algorithm || algorithm === source.checksum?.algorithm);
  if (!asIs) return copyBytes(s3, source, { start: 0, end: source.size - 1 }, algorithm);
  const reader = s3.files.hold(source.segments);
  try {
    const [segment] = source.segments;
    return {
      segment: segment ? await s3.files.duplicate(segment) : null,
      size: source.size,
      md5: source.etag,
      checksum: source.checksum,
    };
  } finally {
    reader.release();
  }
}

function directive(call: Call, name: string): 'COPY' | 'REPLACE' {
  const value = call.header(name) ?? 'COPY';
  if (value === 'COPY' || value === 'REPLACE') return value;
  throw new S3Error('InvalidArgument', `Unknown ${name.replace('x-amz-', '').replace('-', ' ')}.`, {
    ArgumentName: name,
    ArgumentValue: value,
  });
}

export const copyObject: Operation = async (s3, call) => {
  const { bucket, key } = call;
  checkKey(key);
  const condition = writeCondition(call.header);
  const replaceMeta = directive(call, 'x-amz-metadata-directive') === 'REPLACE';
  const replaceTags = directive(call, 'x-amz-tagging-directive') === 'REPLACE';
  const given = metaOf(call.headers);
  const source = copySource(s3, call);
  const storageClass = call.header('x-amz-storage-class');
  if (source.bucket === bucket && source.key === key && !replaceMeta && !storageClass) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  s3.store.checkWrite(bucket, key, condition);
  const headers = { ...(replaceMeta ? given.headers : source.headers) };
  delete headers['x-amz-storage-class'];
  if (storageClass && storageClass !== 'STANDARD') headers['x-amz-storage-class'] = storageClass;
  const wanted = parseAlgorithm(call.header('x-amz-checksum-algorithm'));
  const { segment, size, md5, checksum } = await duplicate(s3, source, wanted);
  const modified = s3.clock().getTime();
  s3.store.putObject(
    {
      bucket,
      key,
      size,
      etag: md5,
      modified,
      checksum,
      headers,
      metadata: replaceMeta ? given.metadata : source.metadata,
      tags: replaceTags ? given.tags : source.tags,
      segments: segment ? [segment] : [],
      parts: 0,
    },
    condition,
  );
  sendXml(call.res, 'CopyObjectResult', {
    LastModified: isoTime(modified),
    ETag: quoted(md5),
    ...checksumElements(checksum),
  });
};
