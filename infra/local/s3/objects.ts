/** Operations on one object: put, get, head, delete, tags. */
import { pipeline } from 'node:stream/promises';
import { parseRange, rangeStillMeant, readCondition, writeCondition } from './conditions.ts';
import { S3Error } from './errors.ts';
import { checkHeaderValue, checkKey, metaHeaders, metaOf, tagsOfXml } from './metadata.ts';
import { claimsOf, receiveBody, receiveDocument } from './receive.ts';
import { checksumHeaders, httpTime, quoted, sendEmpty, sendXml } from './respond.ts';
import type { Call, Context, Operation, StoredObject } from './types.ts';

/** GET query parameters that replace a header of the answer. */
const OVERRIDES = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
];

export const putObject: Operation = async (s3, call) => {
  const { bucket, key, header } = call;
  checkKey(key);
  const meta = metaOf(call.headers);
  const condition = writeCondition(header);
  const claims = claimsOf(header, call.payload);
  // Refused before a byte is stored where it can be; the commit judges again, which is what counts.
  s3.store.checkWrite(bucket, key, condition);
  const { segment, size, md5, checksum } = await receiveBody(s3, call, claims);
  const modified = s3.clock().getTime();
  const segments = segment ? [segment] : [];
  s3.store.putObject(
    { ...meta, bucket, key, size, etag: md5, modified, checksum, segments, parts: 0 },
    condition,
  );
  sendEmpty(call.res, 200, { etag: quoted(md5), ...checksumHeaders(checksum) });
};

interface Selection {
  start: number;
  end: number;
  partial: boolean;
  wholeObject: boolean;
}

/** The bytes asked for by Range or partNumber. */
function select(call: Call, object: StoredObject): Selection {
  const { size } = object;
  const partNumber = call.query.get('partNumber');
  if (partNumber !== undefined) {
    const index = Number(partNumber) - 1;
    if (!Number.isInteger(index) || index < 0 || index >= Math.max(object.parts, 1)) {
      throw new S3Error('InvalidPartNumber', undefined, { PartNumberRequested: partNumber });
    }
    if (object.parts > 0) {
      const start = object.segments.slice(0, index).reduce((sum, segment) => sum + segment.size, 0);
      const end = start + (object.segments[index]?.size ?? 0) - 1;
      return { start, end, partial: size > 0, wholeObject: object.parts === 1 };
    }
    return { start: 0, end: size - 1, partial: size > 0, wholeObject: true };
  }
  const range = rangeStillMeant(call.header, object) ? parseRange(call.header('range'), size) : null;
  if (!range) return { start: 0, end: size - 1, partial: false, wholeObject: true };
  return { ...range, partial: true, wholeObject: range.start === 0 && range.end === size - 1 };
}

function checkVersion(call: Call): void {
  const version = call.query.get('versionId');
  if (version === undefined || version === 'null') return;
  throw new S3Error('InvalidArgument', 'Invalid version id specified', {
    ArgumentName: 'versionId',
    ArgumentValue: version,
  });
}

/** GetObject and HeadObject. */
export const getObject: Operation = async (s3, call) => {
  const { res } = call;
  checkVersion(call);
  const object = s3.store.object(call.bucket, call.key);
  const etag = quoted(object.etag);
  const base = { etag, 'last-modified': httpTime(object.modified) };
  if (readCondition(call.header, object) === 'not-modified') {
    const caching = object.headers['cache-control'];
    sendEmpty(res, 304, { ...base, ...(caching ? { 'cache-control': caching } : {}) });
    return;
  }
  const selection = select(call, object);
  const { start, end, partial } = selection;
  const headers: Record<string, string> = {
    ...metaHeaders(object),
    ...base,
    'accept-ranges': 'bytes',
    'content-length': String(end - start + 1),
  };
  for (const name of OVERRIDES) {
    const value = call.query.get(`response-${name}`);
    if (value !== undefined) headers[name] = checkHeaderValue(value);
  }
  if (partial) headers['content-range'] = `bytes ${start}-${end}/${object.size}`;
  if (call.query.has('partNumber') && object.parts > 0)
    headers['x-amz-mp-parts-count'] = String(object.parts);
  if (selection.wholeObject && call.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED') {
    Object.assign(headers, checksumHeaders(object.checksum));
  }
  const status = partial ? 206 : 200;
  if (call.method === 'HEAD' || end < start) {
    res.writeHead(status, headers).end();
    return;
  }
  const reader = s3.files.hold(object.segments);
  res.writeHead(status, headers);
  await pipeline(reader.stream(start, end), res).finally(reader.release);
};

export const deleteObject: Operation = (s3, call) => {
  checkVersion(call);
  const { etag } = writeCondition(call.header);
  s3.store.deleteObjects(call.bucket, [{ key: call.key, etag }]);
  sendEmpty(call.res, 204);
};

export const getTagging: Operation = (s3, call) => {
  const { tags } = s3.store.object(call.bucket, call.key);
  sendTags(call, tags);
};

function sendTags(call: Call, tags: Record<string, string>): void {
  const set = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  sendXml(call.res, 'Tagging', { TagSet: { Tag: set } });
}

export const putTagging: Operation = async (s3, call) => {
  const tags = tagsOfXml(await receiveDocument(call));
  replaceTags(s3, call, tags, 200);
};

export const deleteTagging: Operation = (s3, call) => replaceTags(s3, call, {}, 204);

function replaceTags(s3: Context, call: Call, tags: Record<string, string>, status: number): void {
  s3.store.object(call.bucket, call.key);
  s3.store.setTags(call.bucket, call.key, tags);
  sendEmpty(call.res, status);
}
