import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { type EdgeRequest, type EdgeResponse, jsonAnswer, type Origin } from '../edge.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
};

export interface WebOriginOptions {
  /** The build, laid out as in the web bucket. */
  folder: string;
  /** Put before `</head>` of each page; empty for none. */
  script: string;
}

/** Names in assets/ hold a hash of what is in them; everything else is asked for again, as deployed. */
const cacheControlOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * The web bucket, filled by the build on this machine. What is not there is 403, as S3 answers to whom it does not
 * list its keys.
 */
export function webOrigin({ folder, script }: WebOriginOptions): Origin {
  return async (request: EdgeRequest): Promise<EdgeResponse> => {
    const path = decodedPath(request.path);
    const file = path && normalize(join(folder, path));
    const found = file?.startsWith(folder) ? await stat(file).catch(() => undefined) : undefined;
    if (!file || !found?.isFile())
      return jsonAnswer(
        403,
        { error: 'There is no such file.', code: 'not_found' },
        { 'cache-control': 'no-store' },
      );
    const type = contentTypes[extname(file).toLowerCase()] ?? 'application/octet-stream';
    const etag = `"${found.size.toString(16)}-${Math.floor(found.mtimeMs).toString(16)}"`;
    const headers: Record<string, string> = {
      'content-type': type,
      'cache-control': cacheControlOf(path),
      etag,
      'last-modified': found.mtime.toUTCString(),
      'accept-ranges': 'bytes',
    };
    if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: Buffer.alloc(0) };
    if (type.startsWith('text/html')) {
      const page = (await readFile(file, 'utf8')).replace('</head>', `${script}</head>`);
      const body = Buffer.from(page);
      return { status: 200, headers: { ...headers, 'content-length': String(body.length) }, body };
    }
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(found.size) },
      body: createReadStream(file),
    };
  };
}

function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
