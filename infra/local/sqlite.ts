import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

export type Row = Record<string, string | number | bigint | null | Uint8Array>;

export interface Database {
  /** A prepared statement, prepared once for each SQL text. */
  sql(text: string): StatementSync;
  /** Runs `work` in one write transaction; a throw rolls everything back. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens a service's state file and makes its tables.
 *
 * WAL with synchronous=NORMAL: a commit is in the operating system before the call returns, so a
 * kill -9 loses nothing that was answered. Only a power cut may lose the last commits.
 */
export function openDatabase(file: string, schema: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=5000;');
  db.exec(schema);
  const statements = new Map<string, StatementSync>();
  return {
    sql(text) {
      let statement = statements.get(text);
      if (!statement) {
        statement = db.prepare(text);
        statements.set(text, statement);
      }
      return statement;
    },
    transaction(work) {
      if (db.isTransaction) return work();
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}
