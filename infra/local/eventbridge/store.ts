import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite.ts';
import { DELIVERY_SCHEMA } from './delivery.ts';
import type { InputSource } from './input.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS buses (name TEXT PRIMARY KEY, description TEXT, created_ms INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS rules (
  bus TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, anchor_ms INTEGER NOT NULL, next_ms INTEGER,
  PRIMARY KEY (bus, name)
) STRICT;
CREATE INDEX IF NOT EXISTS rules_due ON rules (next_ms);
CREATE TABLE IF NOT EXISTS targets (
  bus TEXT NOT NULL, rule TEXT NOT NULL, id TEXT NOT NULL, definition TEXT NOT NULL, PRIMARY KEY (bus, rule, id)
) STRICT;
${DELIVERY_SCHEMA}`;

export interface RuleDefinition {
  EventPattern?: string;
  ScheduleExpression?: string;
  State: 'ENABLED' | 'DISABLED';
  Description?: string;
  RoleArn?: string;
}

export interface RuleRecord extends RuleDefinition {
  bus: string;
  name: string;
  /** When its rate began to count. */
  anchorMs: number;
  /** When its schedule runs next; undefined without a schedule or while disabled. */
  nextMs?: number;
}

/** A target as the API has it. */
export interface RuleTarget extends InputSource {
  Id: string;
  Arn: string;
  RoleArn?: string;
  SqsParameters?: { MessageGroupId?: string };
  DeadLetterConfig?: { Arn?: string };
  RetryPolicy?: { MaximumRetryAttempts?: number; MaximumEventAgeInSeconds?: number };
}

type Row = Record<string, unknown>;

function rule(row: Row): RuleRecord {
  return {
    ...(JSON.parse(String(row.definition)) as RuleDefinition),
    bus: String(row.bus),
    name: String(row.name),
    anchorMs: Number(row.anchor_ms),
    nextMs: row.next_ms === null ? undefined : Number(row.next_ms),
  };
}

/** Buses, rules, targets and promised deliveries on disk. */
export class EventStore {
  readonly db: Database;
  constructor(stateDir: string) {
    this.db = openDatabase(stateDir === ':memory:' ? stateDir : join(stateDir, 'eventbridge.db'), SCHEMA);
  }

  /** @returns whether the bus is new. */
  addBus(name: string, nowMs: number, description?: string): boolean {
    const { changes } = this.db
      .sql('INSERT INTO buses (name, description, created_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(name, description ?? null, nowMs);
    return Number(changes) > 0;
  }

  hasBus(name: string): boolean {
    return this.db.sql('SELECT 1 FROM buses WHERE name = ?').get(name) !== undefined;
  }

  buses(): { name: string; description?: string; createdMs: number }[] {
    return this.db
      .sql('SELECT * FROM buses ORDER BY name')
      .all()
      .map((row) => ({
        name: String(row.name),
        description: row.description === null ? undefined : String(row.description),
        createdMs: Number(row.created_ms),
      }));
  }

  deleteBus(name: string): void {
    this.db.transaction(() => {
      for (const table of ['rules', 'targets']) this.db.sql(`DELETE FROM ${table} WHERE bus = ?`).run(name);
      this.db.sql('DELETE FROM buses WHERE name = ?').run(name);
    });
  }

  putRule({ bus, name, anchorMs, nextMs, ...definition }: RuleRecord): void {
    this.db
      .sql(
        `INSERT INTO rules (bus, name, definition, anchor_ms, next_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (bus, name) DO UPDATE SET definition = excluded.definition,
           anchor_ms = excluded.anchor_ms, next_ms = excluded.next_ms`,
      )
      .run(bus, name, JSON.stringify(definition), anchorMs, nextMs ?? null);
  }

  rule(bus: string, name: string): RuleRecord | undefined {
    const row = this.db.sql('SELECT * FROM rules WHERE bus = ? AND name = ?').get(bus, name);
    return row && rule(row);
  }

  rules(bus: string): RuleRecord[] {
    return this.db.sql('SELECT * FROM rules WHERE bus = ? ORDER BY name').all(bus).map(rule);
  }

  dueRules(nowMs: number): RuleRecord[] {
    return this.db.sql('SELECT * FROM rules WHERE next_ms <= ? ORDER BY next_ms').all(nowMs).map(rule);
  }

  nextRunMs(): number | undefined {
    const row = this.db.sql('SELECT min(next_ms) AS at FROM rules').get();
    return row?.at == null ? undefined : Number(row.at);
  }

  deleteRule(bus: string, name: string): void {
    this.db.sql('DELETE FROM rules WHERE bus = ? AND name = ?').run(bus, name);
  }

  putTarget(bus: string, ruleName: string, target: RuleTarget): void {
    this.db
      .sql(
        `INSERT INTO targets (bus, rule, id, definition) VALUES (?, ?, ?, ?)
         ON CONFLICT (bus, rule, id) DO UPDATE SET definition = excluded.definition`,
      )
      .run(bus, ruleName, target.Id, JSON.stringify(target));
  }

  targets(bus: string, ruleName: string): RuleTarget[] {
    return this.db
      .sql('SELECT definition FROM targets WHERE bus = ? AND rule = ? ORDER BY id')
      .all(bus, ruleName)
      .map((row) => JSON.parse(String(row.definition)));
  }

  /** @returns whether it was there. */
  removeTarget(bus: string, ruleName: string, id: string): boolean {
    const { changes } = this.db
      .sql('DELETE FROM targets WHERE bus = ? AND rule = ? AND id = ?')
      .run(bus, ruleName, id);
    return Number(changes) > 0;
  }
}
