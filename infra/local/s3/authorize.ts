import type { Call, Context } from './types.ts';

/** The permission that each method needs on an object. */
const onObject: Record<string, string> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  POST: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

/**
 * Asks whether the caller may make a call. What is deleted in a batch, and what a browser's form puts, is asked for
 * where it is read.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
export function authorizeCall(s3: Context, call: Call, caller: string | undefined): void {
  const { method, bucket, key, query } = call;
  if (!caller || query.has('delete')) return;
  if (key === '') {
    const action = method === 'GET' || method === 'HEAD' ? 's3:ListBucket' : `s3:${method} bucket`;
    s3.authorize(caller, action, bucket, undefined, query.get('prefix'));
    return;
  }
  const source = method === 'PUT' ? call.header('x-amz-copy-source') : undefined;
  if (source) {
    const [, from = '', path = ''] = /^\/?([^/]+)\/([^?]*)/.exec(decodeURIComponent(source)) ?? [];
    s3.authorize(caller, 's3:GetObject', from, path);
  }
  const aborts = method === 'DELETE' && query.has('uploadId');
  s3.authorize(
    caller,
    aborts ? 's3:AbortMultipartUpload' : (onObject[method] ?? `s3:${method}`),
    bucket,
    key,
  );
}
