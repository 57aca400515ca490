/** ListParts and ListMultipartUploads. */
import { uploadOf } from './multipart.ts';
import { integerParameter, urlEncoding } from './parameters.ts';
import { isoTime, quoted, sendXml } from './respond.ts';
import type { Operation, Upload } from './types.ts';
import { listParts as storedParts, listUploads as storedUploads } from './upload-store.ts';

const MAX_PAGE = 1000;

export const listParts: Operation = (s3, call) => {
  const upload = uploadOf(s3, call);
  const limit = Math.min(integerParameter(call, 'max-parts', MAX_PAGE), MAX_PAGE);
  const marker = integerParameter(call, 'part-number-marker', 0);
  const rest = storedParts(s3.store, upload.id).filter((part) => part.number > marker);
  const page = rest.slice(0, limit);
  sendXml(call.res, 'ListPartsResult', {
    Bucket: call.bucket,
    Key: call.key,
    UploadId: upload.id,
    StorageClass: upload.headers['x-amz-storage-class'] ?? 'STANDARD',
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    MaxParts: limit,
    IsTruncated: rest.length > page.length,
    ChecksumAlgorithm: upload.algorithm ?? undefined,
    ChecksumType: upload.checksumType ?? undefined,
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: isoTime(part.modified),
      ETag: quoted(part.etag),
      Size: part.size,
      ...(upload.algorithm && part.checksum ? { [`Checksum${upload.algorithm}`]: part.checksum } : {}),
    })),
  });
};

/** Whether an upload comes behind the page's markers; they are a key, and an upload of that key. */
function behind(upload: Upload, keyMarker: string, idMarker: string, all: Upload[]): boolean {
  if (keyMarker === '') return true;
  const order = Buffer.compare(Buffer.from(upload.key), Buffer.from(keyMarker));
  if (order !== 0 || idMarker === '') return order > 0;
  const at = all.findIndex((one) => one.id === idMarker);
  return at >= 0 && all.indexOf(upload) > at;
}

export const listMultipartUploads: Operation = (s3, call) => {
  const get = (name: string) => call.query.get(name) ?? '';
  const limit = Math.min(integerParameter(call, 'max-uploads', MAX_PAGE), MAX_PAGE);
  const encode = urlEncoding(call);
  const [prefix, delimiter] = [get('prefix'), get('delimiter')];
  const [keyMarker, idMarker] = [get('key-marker'), get('upload-id-marker')];
  const all = storedUploads(s3.store, call.bucket);
  const page: Upload[] = [];
  const prefixes = new Set<string>();
  let truncated = false;
  let last: Upload | null = null;
  for (const upload of all) {
    if (!upload.key.startsWith(prefix) || !behind(upload, keyMarker, idMarker, all)) continue;
    const cut = delimiter ? upload.key.indexOf(delimiter, prefix.length) : -1;
    const common = cut < 0 ? null : upload.key.slice(0, cut + delimiter.length);
    if (common === null || !prefixes.has(common)) {
      truncated = page.length + prefixes.size >= limit;
      if (truncated) break;
      if (common === null) page.push(upload);
      else prefixes.add(common);
    }
    last = upload;
  }
  sendXml(call.res, 'ListMultipartUploadsResult', {
    Bucket: call.bucket,
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: truncated && last ? encode(last.key) : undefined,
    NextUploadIdMarker: truncated && last ? last.id : undefined,
    Prefix: encode(prefix),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: call.query.has('encoding-type') ? 'url' : undefined,
    MaxUploads: limit,
    IsTruncated: truncated,
    Upload: page.map((upload) => ({
      Key: encode(upload.key),
      UploadId: upload.id,
      StorageClass: upload.headers['x-amz-storage-class'] ?? 'STANDARD',
      Initiated: isoTime(upload.created),
      ChecksumAlgorithm: upload.algorithm ?? undefined,
      ChecksumType: upload.checksumType ?? undefined,
    })),
    CommonPrefixes: [...prefixes].map((common) => ({ Prefix: encode(common) })),
  });
};
