/** Ranges and conditional headers. Source: RFC 9110 and S3's GetObject and PutObject references. */
import { S3Error } from './errors.ts';
import type { WriteCondition } from './types.ts';

type Header = (name: string) => string | undefined;

export interface ByteRange {
  start: number;
  /** Included. */
  end: number;
}

/**
 * The range asked for, or null for the whole: a header that is not a single byte range is ignored, as
 * HTTP wants. Throws InvalidRange when it lies outside the object.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [first, last] = [match[1]!, match[2]!];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (first === '' && Number(last) === 0)) {
    throw new S3Error('InvalidRange', undefined, { RangeRequested: header, ActualObjectSize: size });
  }
  return { start, end };
}

const listsEtag = (list: string, etag: string) =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^W\//, '').replace(/^"|"$/g, ''))
    .some((one) => one === '*' || one === etag);

interface Subject {
  etag: string;
  modified: number;
}

function timeOf(header: string | undefined): number | null {
  const time = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(time) ? null : time;
}

/**
 * Judges a read's conditions: 'send' or 'not-modified'; throws PreconditionFailed. `prefix` is put
 * before the header names, for the x-amz-copy-source-if-* of copies, which fail where a read is spared.
 */
export function readCondition(header: Header, object: Subject, prefix = ''): 'send' | 'not-modified' {
  const modified = Math.floor(object.modified / 1000) * 1000;
  const fail = (condition: string) => new S3Error('PreconditionFailed', undefined, { Condition: condition });
  const ifMatch = header(`${prefix}if-match`);
  const ifNoneMatch = header(`${prefix}if-none-match`);
  const unmodifiedSince = timeOf(header(`${prefix}if-unmodified-since`));
  const modifiedSince = timeOf(header(`${prefix}if-modified-since`));
  if (ifMatch !== undefined) {
    if (!listsEtag(ifMatch, object.etag)) throw fail('If-Match');
  } else if (unmodifiedSince !== null && modified > unmodifiedSince) throw fail('If-Unmodified-Since');
  const spared =
    ifNoneMatch !== undefined
      ? listsEtag(ifNoneMatch, object.etag)
      : modifiedSince !== null && modified <= modifiedSince;
  if (spared && prefix !== '') throw fail(ifNoneMatch !== undefined ? 'If-None-Match' : 'If-Modified-Since');
  return spared ? 'not-modified' : 'send';
}

/** If-Range: a range counts only while the object is still the one it was meant for. */
export function rangeStillMeant(header: Header, object: Subject): boolean {
  const ifRange = header('if-range');
  if (ifRange === undefined) return true;
  const time = timeOf(ifRange);
  return time !== null && !ifRange.includes('"')
    ? Math.floor(object.modified / 1000) * 1000 <= time
    : listsEtag(ifRange, object.etag);
}

/** A write's conditions: If-None-Match: * and If-Match with one ETag; others are not S3's. */
export function writeCondition(header: Header): WriteCondition {
  const ifNoneMatch = header('if-none-match')?.trim();
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error(
      'NotImplemented',
      'A header you provided implies functionality that is not implemented.',
      {
        Header: 'If-None-Match',
        additionalMessage: 'We only accept "*" as its value on writes.',
      },
    );
  }
  const etag = header('if-match')?.trim().replace(/^"|"$/g, '');
  return { absent: ifNoneMatch === '*', etag };
}
