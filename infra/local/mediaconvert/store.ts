import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite.ts';
import type { NewJob } from './settings.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS jobs (
  id TEXT PRIMARY KEY, token TEXT UNIQUE, record TEXT NOT NULL, open INTEGER NOT NULL, created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS jobs_open ON jobs (open, created_ms);`;

export type JobStatus = 'SUBMITTED' | 'PROGRESSING' | 'COMPLETE' | 'CANCELED' | 'ERROR';

export interface OutputDetail {
  path: string;
  durationMs: number;
  width: number;
  height: number;
}

export interface JobRecord {
  id: string;
  request: NewJob;
  status: JobStatus;
  /** Percent. */
  percent: number;
  createdMs: number;
  startedMs?: number;
  finishedMs?: number;
  errorCode?: number;
  errorMessage?: string;
  outputs?: OutputDetail[];
  /** Whether the bus has been told of its end. */
  told?: boolean;
}

/** The jobs in `mediaconvert.db`. A job is open until the bus has been told of its end. */
export class JobStore {
  readonly #db: Database;

  constructor(stateDir: string) {
    this.#db = openDatabase(stateDir === ':memory:' ? stateDir : join(stateDir, 'mediaconvert.db'), SCHEMA);
  }

  insert(record: JobRecord): void {
    this.#db
      .sql('INSERT INTO jobs (id, token, record, open, created_ms) VALUES (?, ?, ?, 1, ?)')
      .run(record.id, record.request.clientRequestToken ?? null, JSON.stringify(record), record.createdMs);
  }

  update(record: JobRecord): void {
    this.#db
      .sql('UPDATE jobs SET record = ?, open = ? WHERE id = ?')
      .run(JSON.stringify(record), record.told ? 0 : 1, record.id);
  }

  find(id: string): JobRecord | undefined {
    return this.#record(this.#db.sql('SELECT record FROM jobs WHERE id = ?').get(id));
  }

  byToken(token: string): JobRecord | undefined {
    return this.#record(this.#db.sql('SELECT record FROM jobs WHERE token = ?').get(token));
  }

  /** The oldest job of which something is still to be done. */
  nextOpen(): JobRecord | undefined {
    return this.#record(
      this.#db.sql('SELECT record FROM jobs WHERE open = 1 ORDER BY created_ms, id LIMIT 1').get(),
    );
  }

  /** Newest first. */
  list(limit: number): JobRecord[] {
    const rows = this.#db.sql('SELECT record FROM jobs ORDER BY created_ms DESC, id LIMIT ?').all(limit);
    return rows.map((row) => this.#record(row)!);
  }

  close(): void {
    this.#db.close();
  }

  #record(row: unknown): JobRecord | undefined {
    return row ? (JSON.parse(String((row as { record: string }).record)) as JobRecord) : undefined;
  }
}
