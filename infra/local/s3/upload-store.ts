/** The rows of multipart uploads and their parts. */
import { randomBytes } from 'node:crypto';
import { S3Error } from './errors.ts';
import type { Row, Store } from './store.ts';
import type { Segment, StoredObject, Upload, UploadPart, WriteCondition } from './types.ts';

export function createUpload(store: Store, upload: Omit<Upload, 'id'>): Upload {
  const id = randomBytes(24).toString('base64url');
  store
    .prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
      id,
      upload.bucket,
      upload.key,
      upload.created,
      JSON.stringify(upload.headers),
      JSON.stringify(upload.metadata),
      JSON.stringify(upload.tags),
      upload.algorithm,
      upload.checksumType,
    );
  return { ...upload, id };
}

/** Throws NoSuchUpload. */
export function getUpload(store: Store, bucket: string, key: string, id: string): Upload {
  const row = store.get('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?', id, bucket, key);
  if (!row) throw new S3Error('NoSuchUpload', undefined, { UploadId: id });
  return uploadOf(row);
}

/** Unfinished uploads of a bucket by key and then age; few, so they are read whole. */
export function listUploads(store: Store, bucket: string): Upload[] {
  const sql = 'SELECT * FROM uploads WHERE bucket = ? ORDER BY key, created, id';
  return store.all(sql, bucket).map(uploadOf);
}

export function listParts(store: Store, upload: string): UploadPart[] {
  return store.all('SELECT * FROM upload_parts WHERE upload = ? ORDER BY number', upload).map((row) => ({
    number: Number(row.number),
    size: Number(row.size),
    etag: String(row.etag),
    modified: Number(row.modified),
    checksum: row.checksum === null ? null : String(row.checksum),
    segment: JSON.parse(String(row.segment)),
  }));
}

const bodiesOf = (parts: UploadPart[]): Segment[] => parts.flatMap((part) => part.segment ?? []);

/** Keeps a part, in the place of one with the same number. The upload may have ended meanwhile: NoSuchUpload. */
export function putPart(store: Store, upload: Upload, part: UploadPart): void {
  store.commit(() => {
    getUpload(store, upload.bucket, upload.key, upload.id);
    const before = listPartBody(store, upload.id, part.number);
    store
      .prepare('INSERT OR REPLACE INTO upload_parts VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(
        upload.id,
        part.number,
        part.size,
        part.etag,
        part.modified,
        part.checksum,
        JSON.stringify(part.segment),
      );
    return before;
  });
}

function listPartBody(store: Store, upload: string, number: number): Segment[] {
  const sql = 'SELECT segment FROM upload_parts WHERE upload = ? AND number = ?';
  const row = store.get(sql, upload, number);
  const segment = row && (JSON.parse(String(row.segment)) as Segment | null);
  return segment ? [segment] : [];
}

function forgetUpload(store: Store, id: string): void {
  store.prepare('DELETE FROM upload_parts WHERE upload = ?').run(id);
  store.prepare('DELETE FROM uploads WHERE id = ?').run(id);
}

export function abortUpload(store: Store, upload: Upload): void {
  store.commit(() => {
    const parts = listParts(store, upload.id);
    forgetUpload(store, upload.id);
    return bodiesOf(parts);
  });
}

/** The parts become the object in one commit, without a byte being copied; parts not named are removed. */
export function completeUpload(
  store: Store,
  upload: Upload,
  object: StoredObject,
  condition: WriteCondition,
): void {
  store.commit(() => {
    const kept = new Set(object.segments.map((segment) => segment.body));
    const unused = bodiesOf(listParts(store, upload.id)).filter((segment) => !kept.has(segment.body));
    const replaced = store.replaceObject(object, condition);
    forgetUpload(store, upload.id);
    return [...replaced, ...unused];
  });
}

function uploadOf(row: Row): Upload {
  return {
    id: String(row.id),
    bucket: String(row.bucket),
    key: String(row.key),
    created: Number(row.created),
    headers: JSON.parse(String(row.headers)),
    metadata: JSON.parse(String(row.metadata)),
    tags: JSON.parse(String(row.tags)),
    algorithm: row.algorithm as Upload['algorithm'],
    checksumType: row.checksum_type as Upload['checksumType'],
  };
}
