import type { Readable } from 'node:stream';

/** A request as it travels from the CDN to an origin. */
export interface EdgeRequest {
  method: string;
  /** Still percent-encoded, without the query. */
  path: string;
  /** Without the question mark; empty when there is none. */
  query: string;
  /** Names in lower case; several of one name are joined by commas, cookies by semicolons. */
  headers: Record<string, string>;
  /** The caller's address. */
  sourceIp: string;
  /**
   * The whole body.
   * @throws BodyTooLarge when it is above `limit` bytes
   */
  body(limit: number): Promise<Buffer>;
  /** Aborted when the caller goes away. */
  signal?: AbortSignal;
}

export interface EdgeResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  cookies?: string[];
  body: Buffer | Readable;
}

/** Answers a request; a rejection means that the origin cannot be reached. */
export type Origin = (request: EdgeRequest) => Promise<EdgeResponse>;

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}

export function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): EdgeResponse {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    status,
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers },
    body: bytes,
  };
}
