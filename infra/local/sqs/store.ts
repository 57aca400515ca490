import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite.ts';
import type { Attributes } from './queue-attributes.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS queues (
  name TEXT PRIMARY KEY, attributes TEXT NOT NULL, tags TEXT NOT NULL,
  created_ms INTEGER NOT NULL, modified_ms INTEGER NOT NULL, purged_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  queue TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, attributes TEXT NOT NULL,
  trace_header TEXT, group_id TEXT, deduplication_id TEXT,
  sent_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL, visible_ms INTEGER NOT NULL,
  receive_count INTEGER NOT NULL DEFAULT 0,
  -- receives before the message came to this queue: a dead-letter queue counts its own
  count_before INTEGER NOT NULL DEFAULT 0,
  first_received_ms INTEGER, received_ms INTEGER, receipt TEXT, dead_letter_source TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS messages_visible ON messages (queue, visible_ms, seq);
CREATE INDEX IF NOT EXISTS messages_order ON messages (queue, seq);
CREATE INDEX IF NOT EXISTS messages_group ON messages (queue, group_id, visible_ms, seq);
CREATE INDEX IF NOT EXISTS messages_in_flight ON messages (queue, group_id, visible_ms) WHERE receipt IS NOT NULL;
CREATE INDEX IF NOT EXISTS messages_expiry ON messages (queue, expires_ms);
CREATE TABLE IF NOT EXISTS deduplications (
  queue TEXT NOT NULL, key TEXT NOT NULL, at_ms INTEGER NOT NULL, sent TEXT NOT NULL,
  PRIMARY KEY (queue, key)
) STRICT;
CREATE INDEX IF NOT EXISTS deduplications_age ON deduplications (queue, at_ms);
CREATE TABLE IF NOT EXISTS move_tasks (
  handle TEXT PRIMARY KEY, source_arn TEXT NOT NULL, destination_arn TEXT,
  moved INTEGER NOT NULL, started_ms INTEGER NOT NULL
) STRICT;
`;

export interface QueueRecord {
  name: string;
  attributes: Attributes;
  tags: Record<string, string>;
  createdMs: number;
  modifiedMs: number;
  purgedMs: number;
}

export interface MessageRow {
  seq: number;
  queue: string;
  id: string;
  body: string;
  attributes: string;
  trace_header: string | null;
  group_id: string | null;
  deduplication_id: string | null;
  sent_ms: number;
  expires_ms: number;
  visible_ms: number;
  receive_count: number;
  count_before: number;
  first_received_ms: number | null;
  received_ms: number | null;
  receipt: string | null;
  dead_letter_source: string | null;
}

export interface QueueStats {
  visible: number;
  inFlight: number;
  delayed: number;
  /** Age of the oldest message in milliseconds; 0 when the queue is empty. */
  oldestAgeMs: number;
}

/** The queues and their messages on disk. Only this file knows the tables of queues. */
export class SqsStore {
  readonly db: Database;
  constructor(stateDir: string) {
    this.db = openDatabase(stateDir === ':memory:' ? stateDir : join(stateDir, 'sqs.db'), SCHEMA);
  }

  queue(name: string): QueueRecord | undefined {
    const row = this.db.sql('SELECT * FROM queues WHERE name = ?').get(name);
    return (
      row && {
        name,
        attributes: JSON.parse(String(row.attributes)),
        tags: JSON.parse(String(row.tags)),
        createdMs: Number(row.created_ms),
        modifiedMs: Number(row.modified_ms),
        purgedMs: Number(row.purged_ms),
      }
    );
  }

  putQueue(queue: QueueRecord): void {
    this.db
      .sql(
        `INSERT INTO queues (name, attributes, tags, created_ms, modified_ms, purged_ms) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET attributes = excluded.attributes, tags = excluded.tags,
           modified_ms = excluded.modified_ms, purged_ms = excluded.purged_ms`,
      )
      .run(
        queue.name,
        JSON.stringify(queue.attributes),
        JSON.stringify(queue.tags),
        queue.createdMs,
        queue.modifiedMs,
        queue.purgedMs,
      );
  }

  /** Names in order, beginning with `prefix`, after the name `after`. */
  queueNames(prefix = '', after = '', limit = -1): string[] {
    return this.db
      .sql('SELECT name FROM queues WHERE substr(name, 1, ?) = ? AND name > ? ORDER BY name LIMIT ?')
      .all(prefix.length, prefix, after, limit)
      .map((row) => String(row.name));
  }

  deleteQueue(name: string): void {
    this.db.transaction(() => {
      this.db.sql('DELETE FROM queues WHERE name = ?').run(name);
      this.clear(name);
      this.db.sql('DELETE FROM deduplications WHERE queue = ?').run(name);
    });
  }

  clear(name: string): void {
    this.db.sql('DELETE FROM messages WHERE queue = ?').run(name);
  }

  /** A changed retention applies to the messages that are already there, as in SQS. */
  applyRetention(name: string, retentionMs: number): void {
    this.db.sql('UPDATE messages SET expires_ms = sent_ms + ? WHERE queue = ?').run(retentionMs, name);
  }

  dropExpired(name: string, nowMs: number): void {
    this.db.sql('DELETE FROM messages WHERE queue = ? AND expires_ms <= ?').run(name, nowMs);
  }

  /** When the next hidden message of the queue comes into sight, in epoch milliseconds. */
  nextVisibleMs(name: string, nowMs: number): number | undefined {
    const row = this.db
      .sql('SELECT min(visible_ms) AS at FROM messages WHERE queue = ? AND visible_ms > ?')
      .get(name, nowMs);
    return row?.at == null ? undefined : Number(row.at);
  }

  stats(name: string, nowMs: number): QueueStats {
    const row = this.db
      .sql(
        `SELECT count(*) FILTER (WHERE visible_ms <= :now) AS visible,
                count(*) FILTER (WHERE visible_ms > :now AND receipt IS NOT NULL) AS in_flight,
                count(*) FILTER (WHERE visible_ms > :now AND receipt IS NULL) AS delayed,
                min(sent_ms) AS oldest
         FROM messages WHERE queue = :queue AND expires_ms > :now`,
      )
      .get({ queue: name, now: nowMs });
    return {
      visible: Number(row?.visible ?? 0),
      inFlight: Number(row?.in_flight ?? 0),
      delayed: Number(row?.delayed ?? 0),
      oldestAgeMs: row?.oldest == null ? 0 : Math.max(0, nowMs - Number(row.oldest)),
    };
  }

  close(): void {
    this.db.close();
  }
}
