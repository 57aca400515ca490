/** What may be stored beside the bytes, read from a request's headers or a form's fields. */
import { S3Error } from './errors.ts';
import type { ObjectMeta } from './types.ts';
import { childrenOf, childText, parseXml } from './xml.ts';

/** Limits. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html and object-tagging.html */
const MAX_METADATA_BYTES = 2048;
const MAX_KEY_BYTES = 1024;
const MAX_TAGS = 10;
const MAX_TAG_KEY_LENGTH = 128;
const MAX_TAG_VALUE_LENGTH = 256;

const META_PREFIX = 'x-amz-meta-';
const STORED_HEADERS = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
  'x-amz-website-redirect-location',
];
const STORAGE_CLASSES = [
  'STANDARD',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
  'REDUCED_REDUNDANCY',
];
/** Accepted where buckets have ACLs disabled, which is how every new bucket is. */
const HARMLESS_ACLS = ['private', 'bucket-owner-full-control'];

/** What a header can carry: ISO-8859-1 without control characters. */
const HEADER_TEXT = /^[\t -~\u0080-\u00ff]*$/;

/** Throws InvalidArgument for a value that no header can carry. */
export function checkHeaderValue(value: string): string {
  if (HEADER_TEXT.test(value)) return value;
  throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
    ArgumentValue: value,
  });
}

function refuseUnsupported(headers: Record<string, string>): void {
  const acl = headers['x-amz-acl'] ?? headers.acl;
  const grants = Object.keys(headers).some((name) => name.startsWith('x-amz-grant-'));
  if (grants || (acl !== undefined && !HARMLESS_ACLS.includes(acl))) {
    throw new S3Error('AccessControlListNotSupported');
  }
  const unsupported = Object.keys(headers).find((name) =>
    /^x-amz-(server-side-encryption-customer-|object-lock-|write-offset)/.test(name),
  );
  if (unsupported) {
    const message = 'A header you provided implies functionality that is not implemented.';
    throw new S3Error('NotImplemented', message, { Header: unsupported });
  }
}

/** Reads headers (names in lower case) into what is stored. Throws on what S3 refuses. */
export function metaOf(headers: Record<string, string>): ObjectMeta {
  refuseUnsupported(headers);
  const stored: Record<string, string> = {};
  for (const name of STORED_HEADERS) {
    const value = headers[name];
    if (value !== undefined && value !== '') stored[name] = checkHeaderValue(value);
  }
  // aws-chunked wraps the transfer; it is not part of what is stored.
  const encoding = stored['content-encoding']
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== 'aws-chunked' && one !== '');
  if (encoding?.length) stored['content-encoding'] = encoding.join(',');
  else delete stored['content-encoding'];
  stored['content-type'] ??= 'binary/octet-stream';

  const storageClass = headers['x-amz-storage-class'] ?? 'STANDARD';
  if (!STORAGE_CLASSES.includes(storageClass)) {
    throw new S3Error('InvalidArgument', 'The storage class you specified is not valid', {
      ArgumentName: 'x-amz-storage-class',
      ArgumentValue: storageClass,
    });
  }
  if (storageClass !== 'STANDARD') stored['x-amz-storage-class'] = storageClass;

  const metadata: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(META_PREFIX)) continue;
    metadata[name.slice(META_PREFIX.length)] = value;
    size += name.length - META_PREFIX.length + Buffer.byteLength(value);
  }
  if (size > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', undefined, { Size: size, MaxSizeAllowed: MAX_METADATA_BYTES });
  }
  return { headers: stored, metadata, tags: tagsOfHeader(headers['x-amz-tagging']) };
}

/** The stored headers and metadata as a reader gets them; metadata beyond ASCII as RFC 2047 words. */
export function metaHeaders(meta: ObjectMeta): Record<string, string> {
  const entries = Object.entries(meta.metadata).map(([name, value]) => {
    const ascii = /^[\t -~]*$/.test(value);
    return [META_PREFIX + name, ascii ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`];
  });
  const tagCount = Object.keys(meta.tags).length;
  return {
    ...meta.headers,
    ...Object.fromEntries(entries),
    ...(tagCount > 0 ? { 'x-amz-tagging-count': String(tagCount) } : {}),
  };
}

function checkedTags(pairs: [string, string][]): Record<string, string> {
  if (pairs.length > MAX_TAGS) {
    throw new S3Error('BadRequest', `Object tags cannot be greater than ${MAX_TAGS}`);
  }
  for (const [key, value] of pairs) {
    if (key === '' || key.length > MAX_TAG_KEY_LENGTH) {
      throw new S3Error('InvalidTag', 'The TagKey you have provided is invalid', { TagKey: key });
    }
    if (value.length > MAX_TAG_VALUE_LENGTH) {
      throw new S3Error('InvalidTag', 'The TagValue you have provided is invalid', { TagValue: value });
    }
  }
  const tags = Object.fromEntries(pairs);
  if (Object.keys(tags).length !== pairs.length) {
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key');
  }
  return tags;
}

function tagsOfHeader(header: string | undefined): Record<string, string> {
  return header ? checkedTags([...new URLSearchParams(header)]) : {};
}

/** Reads a `<Tagging>` document. */
export function tagsOfXml(source: string): Record<string, string> {
  const sets = childrenOf(parseXml(source, 'Tagging'), 'TagSet');
  const tags = sets.flatMap((set) => childrenOf(set, 'Tag'));
  return checkedTags(tags.map((tag) => [childText(tag, 'Key') ?? '', childText(tag, 'Value') ?? '']));
}

/** Throws KeyTooLongError above 1,024 bytes of UTF-8. */
export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError', undefined, { Size: size, MaxSizeAllowed: MAX_KEY_BYTES });
  }
}
