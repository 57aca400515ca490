import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EdgeRequest, EdgeResponse } from '../edge.ts';
import type { Entry } from './cache.ts';
import type { CachePolicy } from './policies.ts';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** CloudFront compresses bodies of these sizes, in bytes, and of these types. */
const compressible = { minBytes: 1_000, maxBytes: 10_000_000 };
const compressibleTypes =
  /^(text\/|application\/(javascript|json|xml|wasm|graphql|x-javascript|manifest\+json|vnd\.ms-fontobject)|application\/[\w.-]+\+(json|xml)|image\/svg\+xml|font\/(otf|ttf)|image\/(bmp|x-icon))/i;

function encodingFor(request: EdgeRequest, policy: CachePolicy): 'br' | 'gzip' | undefined {
  const accepted = (request.headers['accept-encoding'] ?? '').toLowerCase();
  const accepts = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?\\s*(,|$)`).test(accepted);
  if (policy.brotli && accepts('br')) return 'br';
  if (policy.gzip && accepts('gzip')) return 'gzip';
  return undefined;
}

async function encoded(entry: Entry, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = entry.encoded.get(encoding);
  if (known) return known;
  const made =
    encoding === 'br'
      ? await brotlied(entry.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : await gzipped(entry.body, { level: 6 });
  entry.encoded.set(encoding, made);
  return made;
}

function isCompressible({ status, headers, body }: Entry): boolean {
  return (
    [200, 403, 404].includes(status) &&
    headers['content-encoding'] === undefined &&
    body.length >= compressible.minBytes &&
    body.length <= compressible.maxBytes &&
    compressibleTypes.test(headers['content-type'] ?? '')
  );
}

const strong = (etag: string) => etag.trim().replace(/^W\//, '');

/** True when the caller has this very version already. */
export function isUnchanged(request: EdgeRequest, headers: Record<string, string>): boolean {
  const { etag } = headers;
  const match = request.headers['if-none-match'];
  if (match !== undefined)
    return (
      match.trim() === '*' ||
      (etag !== undefined && match.split(',').some((one) => strong(one) === strong(etag)))
    );
  const since = request.headers['if-modified-since'];
  const modified = headers['last-modified'];
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since);
}

/**
 * The single range that a request asks for, as first and last byte; undefined when it asks for the whole, and
 * 'unsatisfiable' when the range lies outside.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size) return 'unsatisfiable';
  return start > end ? undefined : { start, end };
}

/** Makes the answer to one caller from what is kept: 304, a range, or the whole, compressed where that is asked. */
export async function answerFrom(
  entry: Entry,
  request: EdgeRequest,
  policy: CachePolicy,
  compress: boolean,
): Promise<EdgeResponse> {
  const headers = { ...entry.headers };
  if (entry.status === 200 && isUnchanged(request, headers)) {
    for (const name of ['content-length', 'content-encoding', 'content-range']) delete headers[name];
    return { status: 304, headers, body: Buffer.alloc(0) };
  }
  const range = entry.status === 200 ? rangeOf(request.headers.range, entry.body.length) : undefined;
  if (range === 'unsatisfiable') {
    const contentRange = `bytes */${entry.body.length}`;
    return {
      status: 416,
      headers: { 'content-range': contentRange, 'content-length': '0' },
      body: Buffer.alloc(0),
    };
  }
  if (range) {
    const body = entry.body.subarray(range.start, range.end + 1);
    headers['content-range'] = `bytes ${range.start}-${range.end}/${entry.body.length}`;
    headers['content-length'] = String(body.length);
    return { status: 206, headers, body };
  }
  let { body } = entry;
  const encoding = compress && isCompressible(entry) ? encodingFor(request, policy) : undefined;
  if (encoding) {
    body = await encoded(entry, encoding);
    headers['content-encoding'] = encoding;
    if (headers.etag && !headers.etag.startsWith('W/')) headers.etag = `W/${headers.etag}`;
  }
  if (compress && isCompressible(entry))
    headers.vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  headers['content-length'] = String(body.length);
  return { status: entry.status, headers, body: request.method === 'HEAD' ? Buffer.alloc(0) : body };
}
