/** ListObjectsV2 and the older ListObjects. */
import { S3Error } from './errors.ts';
import { integerParameter, urlEncoding } from './parameters.ts';
import { isoTime, quoted, sendXml } from './respond.ts';
import type { ListedObject, Store } from './store.ts';
import type { Call, Operation } from './types.ts';
import type { XmlValue } from './xml.ts';

const MAX_KEYS = 1000;
/** The account everything belongs to. */
const OWNER = { ID: '000000000000', DisplayName: 'local' };

/** The first bytes that sort behind every key beginning with `prefix`; UTF-8 never holds 0xff, so adding is safe. */
function behindPrefix(prefix: string): Uint8Array {
  const bytes = Buffer.from(prefix);
  bytes[bytes.length - 1]! += 1;
  return bytes;
}

const behindKey = (key: string): Uint8Array => Buffer.from(`${key}\0`);

type Entry = { key: string; object: ListedObject } | { key: string; object: null };

interface Page {
  /** Objects and common prefixes in order. */
  entries: Entry[];
  truncated: boolean;
}

interface Selection {
  bucket: string;
  prefix: string;
  delimiter: string;
  /** Where to begin, as bytes, included. */
  from: Uint8Array;
  limit: number;
}

/** Reads one page. A common prefix is skipped as a whole, so a page costs its entries and not their contents. */
function readPage(store: Store, { bucket, prefix, delimiter, from, limit }: Selection): Page {
  const entries: Entry[] = [];
  if (limit === 0) return { entries, truncated: false };
  const begin = Buffer.from(prefix);
  let cursor: Uint8Array = Buffer.compare(from, begin) > 0 ? from : begin;
  const end = prefix === '' ? null : behindPrefix(prefix);
  // One more than the page tells whether there is another.
  while (entries.length <= limit) {
    const rows = store.scan(bucket, cursor, end, limit + 1 - entries.length);
    let skipped = false;
    for (const object of rows) {
      const cut = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
      if (cut >= 0) {
        const common = object.key.slice(0, cut + delimiter.length);
        entries.push({ key: common, object: null });
        cursor = behindPrefix(common);
        skipped = true;
        break;
      }
      entries.push({ key: object.key, object });
      cursor = behindKey(object.key);
    }
    if (!skipped) break;
  }
  const truncated = entries.length > limit;
  return { entries: entries.slice(0, limit), truncated };
}

/** Where a listing begins behind a marker, which may be a key or a common prefix of the page before. */
function behindMarker(marker: string, prefix: string, delimiter: string): Uint8Array {
  if (marker === '') return Buffer.alloc(0);
  const isPrefix = delimiter !== '' && marker.startsWith(prefix) && marker.endsWith(delimiter);
  const first = isPrefix ? marker.indexOf(delimiter, prefix.length) : -1;
  return first >= 0 && first + delimiter.length === marker.length ? behindPrefix(marker) : behindKey(marker);
}

function contents(entries: Entry[], encode: (text: string) => string, owner: boolean): XmlValue {
  return entries.flatMap(({ object }) => {
    if (!object) return [];
    const { checksum } = object;
    return {
      Key: encode(object.key),
      LastModified: isoTime(object.modified),
      ETag: quoted(object.etag),
      ...(checksum ? { ChecksumAlgorithm: checksum.algorithm, ChecksumType: checksum.type } : {}),
      Size: object.size,
      ...(owner ? { Owner: OWNER } : {}),
      StorageClass: object.storageClass,
    };
  });
}

const commonPrefixes = (entries: Entry[], encode: (text: string) => string): XmlValue =>
  entries.filter(({ object }) => !object).map(({ key }) => ({ Prefix: encode(key) }));

/** A token is opaque to callers; it holds where the next page begins. */
const tokenOf = (entry: Entry) =>
  Buffer.from(entry.object ? behindKey(entry.key) : behindPrefix(entry.key)).toString('base64');

function readToken(token: string): Uint8Array {
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length > 0 && bytes.toString('base64') === token) return bytes;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}

function common(call: Call) {
  const get = (name: string) => call.query.get(name) ?? '';
  const limit = Math.min(integerParameter(call, 'max-keys', MAX_KEYS), MAX_KEYS);
  return { get, limit, prefix: get('prefix'), delimiter: get('delimiter'), encode: urlEncoding(call) };
}

export const listObjectsV2: Operation = (s3, call) => {
  const { get, limit, prefix, delimiter, encode } = common(call);
  if (get('list-type') !== '2')
    throw new S3Error('InvalidArgument', 'Invalid List Type specified in Request');
  const token = call.query.get('continuation-token');
  const startAfter = get('start-after');
  const from = token ? readToken(token) : behindMarker(startAfter, prefix, delimiter);
  const { entries, truncated } = readPage(s3.store, { bucket: call.bucket, prefix, delimiter, from, limit });
  sendXml(call.res, 'ListBucketResult', {
    Name: call.bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: call.query.has('encoding-type') ? 'url' : undefined,
    StartAfter: startAfter ? encode(startAfter) : undefined,
    ContinuationToken: token,
    NextContinuationToken: truncated ? tokenOf(entries.at(-1)!) : undefined,
    KeyCount: entries.length,
    MaxKeys: limit,
    IsTruncated: truncated,
    Contents: contents(entries, encode, get('fetch-owner') === 'true'),
    CommonPrefixes: commonPrefixes(entries, encode),
  });
};

export const listObjects: Operation = (s3, call) => {
  const { get, limit, prefix, delimiter, encode } = common(call);
  const marker = get('marker');
  const from = behindMarker(marker, prefix, delimiter);
  const { entries, truncated } = readPage(s3.store, { bucket: call.bucket, prefix, delimiter, from, limit });
  sendXml(call.res, 'ListBucketResult', {
    Name: call.bucket,
    Prefix: encode(prefix),
    Marker: encode(marker),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: call.query.has('encoding-type') ? 'url' : undefined,
    NextMarker: truncated && delimiter ? encode(entries.at(-1)!.key) : undefined,
    MaxKeys: limit,
    IsTruncated: truncated,
    Contents: contents(entries, encode, true),
    CommonPrefixes: commonPrefixes(entries, encode),
  });
};

export const listBuckets: Operation = (s3, call) => {
  const buckets = s3.store.buckets().map((bucket) => ({
    Name: bucket.name,
    CreationDate: isoTime(bucket.created),
    BucketRegion: s3.region,
  }));
  sendXml(call.res, 'ListAllMyBucketsResult', { Owner: OWNER, Buckets: { Bucket: buckets } });
};
