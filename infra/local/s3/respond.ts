/** The forms S3 answers in. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { checksumHeader } from './checksums.ts';
import { S3Error } from './errors.ts';
import type { StoredObject } from './types.ts';
import { type XmlValue, xml } from './xml.ts';

export const quoted = (etag: string) => `"${etag}"`;
/** S3 knows whole seconds. */
export const isoTime = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString();
export const httpTime = (ms: number) => new Date(ms).toUTCString();

/** Puts the headers that every answer has. */
export function identify(res: ServerResponse, now: Date): void {
  // The SDK sets its clock by this header, so it must be the clock that judges signatures.
  res.setHeader('date', now.toUTCString());
  res.setHeader('x-amz-request-id', randomBytes(8).toString('hex').toUpperCase());
  res.setHeader('x-amz-id-2', randomBytes(48).toString('base64'));
  res.setHeader('server', 'AmazonS3');
}

export function sendXml(res: ServerResponse, root: string, value: XmlValue, status = 200): void {
  const body = Buffer.from(xml(root, value));
  res.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}

export function sendEmpty(res: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  const length: Record<string, number> = status === 204 || status === 304 ? {} : { 'content-length': 0 };
  res.writeHead(status, { ...headers, ...length }).end();
}

/** The object's checksum as headers, for the answers that carry it. */
export function checksumHeaders(checksum: StoredObject['checksum']): Record<string, string> {
  if (!checksum) return {};
  return { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type };
}

/** The same as XML elements: ChecksumCRC32 and ChecksumType. */
export function checksumElements(checksum: StoredObject['checksum']): Record<string, string> {
  if (!checksum) return {};
  return { [`Checksum${checksum.algorithm}`]: checksum.value, ChecksumType: checksum.type };
}

/** Answers an error as S3 does; anything that is not an S3Error is logged and told as InternalError. */
export function sendError(res: ServerResponse, thrown: unknown, resource: string, head: boolean): void {
  const error = thrown instanceof S3Error ? thrown : new S3Error('InternalError');
  if (error.code === 'InternalError') console.error('S3:', thrown);
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  if (error.code === 'InvalidRange') {
    res.setHeader('content-range', `bytes */${error.details.ActualObjectSize ?? '*'}`);
  }
  const requestId = String(res.getHeader('x-amz-request-id'));
  const value = {
    Code: error.code,
    Message: error.message,
    ...error.details,
    Resource: resource,
    RequestId: requestId,
    HostId: String(res.getHeader('x-amz-id-2')),
  };
  const body = Buffer.from(xml('Error', value, { namespace: false }));
  if (head) res.writeHead(error.status, { 'content-type': 'application/xml' }).end();
  else {
    const headers = { 'content-type': 'application/xml', 'content-length': body.length };
    res.writeHead(error.status, headers).end(body);
  }
}
