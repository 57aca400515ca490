import { isUnchanged, rangeOf } from './cdn/answer.ts';
import { type EdgeRequest, type EdgeResponse, jsonAnswer, type Origin } from './edge.ts';
import type { BucketConfig, S3Service } from './s3/index.ts';
import type { Properties, Resource } from './template/types.ts';

/**
 * A bucket's CORS and lifecycle as the local S3 takes them. What a bucket tells the account's bus is told by what puts
 * a file there (mail-in.ts). @throws Error for other notifications, which it does not send
 */
export function bucketConfig({ properties, logicalId }: Resource): BucketConfig {
  const { EventBridgeConfiguration: _told, ...notified } = properties.NotificationConfiguration ?? {};
  if (Object.keys(notified).length > 0)
    throw new Error(`The local S3 sends no notifications, which ${logicalId} asks for.`);
  const cors = ((properties.CorsConfiguration?.CorsRules ?? []) as Properties[]).map((rule) => ({
    id: rule.Id,
    allowedOrigins: rule.AllowedOrigins,
    allowedMethods: rule.AllowedMethods,
    allowedHeaders: rule.AllowedHeaders,
    exposeHeaders: rule.ExposedHeaders,
    maxAgeSeconds: rule.MaxAge === undefined ? undefined : Number(rule.MaxAge),
  }));
  const lifecycle = ((properties.LifecycleConfiguration?.Rules ?? []) as Properties[]).map((rule) => ({
    id: rule.Id,
    enabled: rule.Status === 'Enabled',
    prefix: rule.Prefix,
    expirationDays: rule.ExpirationInDays,
    abortIncompleteMultipartUploadDays: rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation,
  }));
  return { cors, lifecycle };
}

function keyOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return undefined;
  }
}

/** A private bucket as the CDN reads it: what is not there is 403, as S3 answers to whom it does not list its keys. */
export function bucketOrigin(s3: S3Service, bucket: string): Origin {
  return async (request: EdgeRequest): Promise<EdgeResponse> => {
    const key = keyOf(request.path);
    const object = key ? s3.getObject(bucket, key) : null;
    if (!object) return jsonAnswer(403, { error: 'There is no such file.', code: 'not_found' });
    const headers: Record<string, string> = { ...object.headers, 'accept-ranges': 'bytes' };
    if (isUnchanged(request, headers)) return { status: 304, headers, body: Buffer.alloc(0) };
    const range = rangeOf(request.headers.range, object.size);
    if (range === 'unsatisfiable')
      return { status: 416, headers: { 'content-range': `bytes */${object.size}` }, body: Buffer.alloc(0) };
    if (!range)
      return { status: 200, headers: { ...headers, 'content-length': String(object.size) }, body: bodyOf() };
    headers['content-range'] = `bytes ${range.start}-${range.end}/${object.size}`;
    headers['content-length'] = String(range.end - range.start + 1);
    return { status: 206, headers, body: request.method === 'HEAD' ? Buffer.alloc(0) : object.body(range) };

    function bodyOf() {
      return request.method === 'HEAD' || object!.size === 0 ? Buffer.alloc(0) : object!.body();
    }
  };
}
