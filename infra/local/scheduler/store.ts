import { join } from 'node:path';
import { DELIVERY_SCHEMA } from '../eventbridge/delivery.ts';
import { type Database, openDatabase } from '../sqlite.ts';
import type { ScheduleInput } from './input.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS groups (
  name TEXT PRIMARY KEY, tags TEXT NOT NULL, created_ms INTEGER NOT NULL, modified_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS schedules (
  group_name TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, client_token TEXT,
  created_ms INTEGER NOT NULL, modified_ms INTEGER NOT NULL,
  anchor_ms INTEGER NOT NULL, next_ms INTEGER, fire_ms INTEGER,
  PRIMARY KEY (group_name, name)
) STRICT;
CREATE INDEX IF NOT EXISTS schedules_due ON schedules (fire_ms);
${DELIVERY_SCHEMA}`;

export interface GroupRecord {
  name: string;
  tags: { Key: string; Value: string }[];
  createdMs: number;
  modifiedMs: number;
}

export interface ScheduleRecord {
  group: string;
  name: string;
  definition: ScheduleInput;
  clientToken?: string;
  createdMs: number;
  modifiedMs: number;
  /** First run of a rate. */
  anchorMs: number;
  /** The next time by its expression; undefined when there is none or it is disabled. */
  nextMs?: number;
  /** When it is run: `nextMs` or later, within the flexible window. */
  fireMs?: number;
}

type Row = Record<string, unknown>;
const optional = (value: unknown): number | undefined => (value === null ? undefined : Number(value));

function schedule(row: Row): ScheduleRecord {
  return {
    group: String(row.group_name),
    name: String(row.name),
    definition: JSON.parse(String(row.definition)),
    clientToken: row.client_token === null ? undefined : String(row.client_token),
    createdMs: Number(row.created_ms),
    modifiedMs: Number(row.modified_ms),
    anchorMs: Number(row.anchor_ms),
    nextMs: optional(row.next_ms),
    fireMs: optional(row.fire_ms),
  };
}

function group(row: Row): GroupRecord {
  return {
    name: String(row.name),
    tags: JSON.parse(String(row.tags)),
    createdMs: Number(row.created_ms),
    modifiedMs: Number(row.modified_ms),
  };
}

/** Groups, schedules and promised runs on disk. */
export class ScheduleStore {
  readonly db: Database;
  constructor(stateDir: string) {
    this.db = openDatabase(stateDir === ':memory:' ? stateDir : join(stateDir, 'scheduler.db'), SCHEMA);
  }

  group(name: string): GroupRecord | undefined {
    const row = this.db.sql('SELECT * FROM groups WHERE name = ?').get(name);
    return row && group(row);
  }

  groups(): GroupRecord[] {
    return this.db.sql('SELECT * FROM groups ORDER BY name').all().map(group);
  }

  putGroup(record: GroupRecord): void {
    this.db
      .sql(
        `INSERT INTO groups (name, tags, created_ms, modified_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET tags = excluded.tags, modified_ms = excluded.modified_ms`,
      )
      .run(record.name, JSON.stringify(record.tags), record.createdMs, record.modifiedMs);
  }

  deleteGroup(name: string): void {
    this.db.transaction(() => {
      this.db.sql('DELETE FROM schedules WHERE group_name = ?').run(name);
      this.db.sql('DELETE FROM groups WHERE name = ?').run(name);
    });
  }

  schedule(groupName: string, name: string): ScheduleRecord | undefined {
    const row = this.db.sql('SELECT * FROM schedules WHERE group_name = ? AND name = ?').get(groupName, name);
    return row && schedule(row);
  }

  /** Schedules in order of group and name, after the given one. */
  schedules(filter: {
    group?: string;
    prefix?: string;
    state?: string;
    after?: [group: string, name: string];
    limit: number;
  }): ScheduleRecord[] {
    const [afterGroup, afterName] = filter.after ?? ['', ''];
    const prefix = filter.prefix ?? '';
    return this.db
      .sql(
        `SELECT * FROM schedules WHERE (group_name, name) > (:afterGroup, :afterName)
           AND (:group IS NULL OR group_name = :group) AND substr(name, 1, :length) = :prefix
           AND (:state IS NULL OR definition ->> 'State' = :state)
         ORDER BY group_name, name LIMIT :limit`,
      )
      .all({
        afterGroup,
        afterName,
        group: filter.group ?? null,
        prefix,
        length: prefix.length,
        state: filter.state ?? null,
        limit: filter.limit,
      })
      .map(schedule);
  }

  putSchedule(record: ScheduleRecord): void {
    this.db
      .sql(
        `INSERT INTO schedules (group_name, name, definition, client_token, created_ms, modified_ms, anchor_ms, next_ms, fire_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (group_name, name) DO UPDATE SET definition = excluded.definition,
           client_token = excluded.client_token, modified_ms = excluded.modified_ms,
           anchor_ms = excluded.anchor_ms, next_ms = excluded.next_ms, fire_ms = excluded.fire_ms`,
      )
      .run(
        record.group,
        record.name,
        JSON.stringify(record.definition),
        record.clientToken ?? null,
        record.createdMs,
        record.modifiedMs,
        record.anchorMs,
        record.nextMs ?? null,
        record.fireMs ?? null,
      );
  }

  deleteSchedule(groupName: string, name: string): void {
    this.db.sql('DELETE FROM schedules WHERE group_name = ? AND name = ?').run(groupName, name);
  }

  due(nowMs: number): ScheduleRecord[] {
    return this.db
      .sql('SELECT * FROM schedules WHERE fire_ms <= ? ORDER BY fire_ms')
      .all(nowMs)
      .map(schedule);
  }

  nextFireMs(): number | undefined {
    return optional(this.db.sql('SELECT min(fire_ms) AS at FROM schedules').get()!.at);
  }
}
