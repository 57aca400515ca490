/** What a bucket's lifecycle rules remove when their time has come. */
import type { Store } from './store.ts';
import type { LifecycleRule } from './types.ts';
import { abortUpload, listUploads } from './upload-store.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 500;

/** The time before which an object must have been written to be gone: S3 rounds its end up to midnight UTC. */
function expiredBefore(now: number, days: number): number {
  // modified + days, rounded up to midnight, is at most now: modified is at most the last midnight less days.
  return Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;
}

function expireObjects(store: Store, bucket: string, rule: LifecycleRule, now: number): number {
  if (rule.expirationDays === undefined) return 0;
  const limit = expiredBefore(now, rule.expirationDays);
  const sql =
    'SELECT key FROM objects WHERE bucket = ? AND substr(key, 1, length(?)) = ? AND modified <= ? LIMIT ?';
  let count = 0;
  for (;;) {
    const prefix = rule.prefix ?? '';
    const keys = store.all(sql, bucket, prefix, prefix, limit, BATCH).map((row) => String(row.key));
    store.deleteObjects(
      bucket,
      keys.map((key) => ({ key })),
    );
    count += keys.length;
    if (keys.length < BATCH) return count;
  }
}

function expireUploads(store: Store, bucket: string, rule: LifecycleRule, now: number): number {
  if (rule.abortIncompleteMultipartUploadDays === undefined) return 0;
  const limit = expiredBefore(now, rule.abortIncompleteMultipartUploadDays);
  const old = listUploads(store, bucket).filter(
    (upload) => upload.created <= limit && upload.key.startsWith(rule.prefix ?? ''),
  );
  for (const upload of old) abortUpload(store, upload);
  return old.length;
}

/** Applies every enabled rule of every bucket; answers how many objects and uploads went. */
export function applyLifecycle(store: Store, now: Date): { objects: number; uploads: number } {
  const gone = { objects: 0, uploads: 0 };
  for (const bucket of store.buckets()) {
    for (const rule of bucket.lifecycle) {
      if (rule.enabled === false) continue;
      gone.objects += expireObjects(store, bucket.name, rule, now.getTime());
      gone.uploads += expireUploads(store, bucket.name, rule, now.getTime());
    }
  }
  return gone;
}
