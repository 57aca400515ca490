/**
 * The rows: buckets and objects, in SQLite (multipart uploads are in upload-store.ts). A write is
 * acknowledged after its commit. synchronous=FULL, because a commit lost to a power cut would bring
 * back a row whose body file has already been removed; and one process owns the folder
 * (locking_mode=EXCLUSIVE), because a second one's sweep would take the first one's unfinished bodies
 * for orphans.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { BodyFiles } from './bodies.ts';
import { S3Error } from './errors.ts';
import type { Bucket, BucketConfig, Segment, StoredObject, WriteCondition } from './types.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS buckets (
    name TEXT PRIMARY KEY, created INTEGER NOT NULL, cors TEXT NOT NULL, lifecycle TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, headers TEXT NOT NULL, metadata TEXT NOT NULL, tags TEXT NOT NULL,
    checksum TEXT NOT NULL, parts INTEGER NOT NULL, segments TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, created INTEGER NOT NULL,
    headers TEXT NOT NULL, metadata TEXT NOT NULL, tags TEXT NOT NULL,
    algorithm TEXT, checksum_type TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS upload_parts (
    upload TEXT NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, checksum TEXT, segment TEXT NOT NULL,
    PRIMARY KEY (upload, number)
  ) WITHOUT ROWID;
  CREATE VIEW IF NOT EXISTS bodies AS
    SELECT json_extract(segment.value, '$.body') AS body FROM objects, json_each(objects.segments) AS segment
    UNION ALL
    SELECT json_extract(segment, '$.body') FROM upload_parts WHERE segment <> 'null';
`;

export type Row = Record<string, string | number | null>;

/** What a listing shows of an object. */
export interface ListedObject {
  key: string;
  size: number;
  etag: string;
  modified: number;
  checksum: StoredObject['checksum'];
  storageClass: string;
}

export class Store {
  readonly #db: DatabaseSync;
  readonly #files: BodyFiles;
  readonly #statements = new Map<string, StatementSync>();

  constructor(dir: string, files: BodyFiles) {
    mkdirSync(dir, { recursive: true });
    this.#files = files;
    this.#db = new DatabaseSync(join(dir, 's3.sqlite'));
    try {
      this.#db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      this.#db.exec(SCHEMA);
    } catch (error) {
      this.#db.close();
      if (!/locked/.test(String(error))) throw error;
      throw new Error(`The S3 folder ${dir} is in use by another process.`, { cause: error });
    }
    files.sweep(new Set(this.all('SELECT body FROM bodies').map((row) => String(row.body))));
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  all(sql: string, ...values: (string | number | null | Uint8Array)[]): Row[] {
    return this.prepare(sql).all(...values) as Row[];
  }

  get(sql: string, ...values: (string | number | null)[]): Row | undefined {
    return this.prepare(sql).get(...values) as Row | undefined;
  }

  /** Runs `change` in a transaction; the segments it answers lost their row and are removed after it. */
  commit(change: () => Segment[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    let lost: Segment[];
    try {
      lost = change();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
    this.#files.remove(lost);
  }

  buckets(): Bucket[] {
    return this.all('SELECT * FROM buckets ORDER BY name').map(bucketOf);
  }

  findBucket(name: string): Bucket | undefined {
    const row = this.get('SELECT * FROM buckets WHERE name = ?', name);
    return row && bucketOf(row);
  }

  /** Throws NoSuchBucket. */
  bucket(name: string): Bucket {
    const bucket = this.findBucket(name);
    if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
    return bucket;
  }

  createBucket(name: string, now: number): void {
    this.prepare(`INSERT INTO buckets VALUES (?, ?, '[]', '[]') ON CONFLICT DO NOTHING`).run(name, now);
  }

  configureBucket(name: string, config: BucketConfig): void {
    const { cors, lifecycle } = { ...this.bucket(name), ...config };
    this.prepare('UPDATE buckets SET cors = ?, lifecycle = ? WHERE name = ?').run(
      JSON.stringify(cors),
      JSON.stringify(lifecycle),
      name,
    );
  }

  /** Throws BucketNotEmpty while it has objects; its unfinished uploads go with it. */
  deleteBucket(name: string): void {
    this.commit(() => {
      this.bucket(name);
      if (this.get('SELECT 1 FROM objects WHERE bucket = ? LIMIT 1', name))
        throw new S3Error('BucketNotEmpty');
      const uploads = 'SELECT id FROM uploads WHERE bucket = ?';
      const parts = this.all(`SELECT segment FROM upload_parts WHERE upload IN (${uploads})`, name);
      this.prepare(`DELETE FROM upload_parts WHERE upload IN (${uploads})`).run(name);
      this.prepare('DELETE FROM uploads WHERE bucket = ?').run(name);
      this.prepare('DELETE FROM buckets WHERE name = ?').run(name);
      return parts.flatMap((row) => (JSON.parse(String(row.segment)) as Segment | null) ?? []);
    });
  }

  findObject(bucket: string, key: string): StoredObject | undefined {
    const row = this.get('SELECT * FROM objects WHERE bucket = ? AND key = ?', bucket, key);
    return row && objectOf(row);
  }

  /** Throws NoSuchKey. */
  object(bucket: string, key: string): StoredObject {
    const object = this.findObject(bucket, key);
    if (!object) throw new S3Error('NoSuchKey', undefined, { Key: key });
    return object;
  }

  /** Throws PreconditionFailed, or NoSuchKey when an ETag is asked of an object that is not there. */
  checkWrite(bucket: string, key: string, condition: WriteCondition): void {
    if (!condition.absent && condition.etag === undefined) return;
    const row = this.get('SELECT etag FROM objects WHERE bucket = ? AND key = ?', bucket, key);
    if (condition.absent && row) {
      throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-None-Match' });
    }
    if (condition.etag === undefined) return;
    if (!row) throw new S3Error('NoSuchKey', undefined, { Key: key });
    if (condition.etag !== '*' && condition.etag !== row.etag) {
      throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Match' });
    }
  }

  /** Puts the row in the place of the one before, whose bodies are returned. Runs inside `commit`. */
  replaceObject(object: StoredObject, condition: WriteCondition): Segment[] {
    const { bucket, key } = object;
    this.bucket(bucket);
    this.checkWrite(bucket, key, condition);
    const before = this.get('SELECT segments FROM objects WHERE bucket = ? AND key = ?', bucket, key);
    this.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
      bucket,
      key,
      object.size,
      object.etag,
      object.modified,
      JSON.stringify(object.headers),
      JSON.stringify(object.metadata),
      JSON.stringify(object.tags),
      JSON.stringify(object.checksum),
      object.parts,
      JSON.stringify(object.segments),
    );
    return before ? (JSON.parse(String(before.segments)) as Segment[]) : [];
  }

  /** Commits an object whose bodies are sealed. When it is refused, those bodies are removed. */
  putObject(object: StoredObject, condition: WriteCondition = {}): void {
    try {
      this.commit(() => this.replaceObject(object, condition));
    } catch (error) {
      this.#files.remove(object.segments);
      throw error;
    }
  }

  setTags(bucket: string, key: string, tags: Record<string, string>): void {
    const sql = 'UPDATE objects SET tags = ? WHERE bucket = ? AND key = ?';
    this.prepare(sql).run(JSON.stringify(tags), bucket, key);
  }

  /** Deletes those that are there; one commit for all. With an ETag, only the object that has it. */
  deleteObjects(bucket: string, keys: { key: string; etag?: string }[]): void {
    this.commit(() =>
      keys.flatMap(({ key, etag }) => {
        this.checkWrite(bucket, key, { etag });
        const sql = 'DELETE FROM objects WHERE bucket = ? AND key = ? RETURNING segments';
        const row = this.get(sql, bucket, key);
        return row ? (JSON.parse(String(row.segments)) as Segment[]) : [];
      }),
    );
  }

  /** Objects of a bucket from one key (as bytes, included) to another (not included), in byte order. */
  scan(bucket: string, from: Uint8Array, to: Uint8Array | null, limit: number): ListedObject[] {
    const columns = `key, size, etag, modified, checksum, json_extract(headers, '$."x-amz-storage-class"') AS storage`;
    // Keys are compared as UTF-8 bytes; a bound is such bytes and need not be text itself.
    const sql = `SELECT ${columns} FROM objects WHERE bucket = ? AND key >= CAST(? AS TEXT)`;
    const rows = to
      ? this.all(`${sql} AND key < CAST(? AS TEXT) ORDER BY key LIMIT ?`, bucket, from, to, limit)
      : this.all(`${sql} ORDER BY key LIMIT ?`, bucket, from, limit);
    return rows.map((row) => ({
      key: String(row.key),
      size: Number(row.size),
      etag: String(row.etag),
      modified: Number(row.modified),
      checksum: JSON.parse(String(row.checksum)),
      storageClass: row.storage === null ? 'STANDARD' : String(row.storage),
    }));
  }

  close(): void {
    this.#db.close();
  }
}

function bucketOf(row: Row): Bucket {
  return {
    name: String(row.name),
    created: Number(row.created),
    cors: JSON.parse(String(row.cors)),
    lifecycle: JSON.parse(String(row.lifecycle)),
  };
}

function objectOf(row: Row): StoredObject {
  return {
    bucket: String(row.bucket),
    key: String(row.key),
    size: Number(row.size),
    etag: String(row.etag),
    modified: Number(row.modified),
    headers: JSON.parse(String(row.headers)),
    metadata: JSON.parse(String(row.metadata)),
    tags: JSON.parse(String(row.tags)),
    checksum: JSON.parse(String(row.checksum)),
    parts: Number(row.parts),
    segments: JSON.parse(String(row.segments)),
  };
}
