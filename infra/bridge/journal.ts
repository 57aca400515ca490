import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Call } from './call.ts';

/** An event on its way to the product. */
export interface Outgoing {
  id: number;
  /** Events of one lane go out in their order. */
  lane: string;
  url: string;
  secret: string;
  body: string;
  tries: number;
}

/**
 * Things of tenants: phones, queues, numbers, dial plans, where events go, how members of queues fared, and the emergency
 * calls that were told.
 */
export type Kind = 'phone' | 'queue' | 'number' | 'plan' | 'account' | 'member' | 'emergency';

/**
 * What the bridge must not forget, on disk: calls, the keys of commands taken, events that were not delivered yet, and
 * what tenants have put here. A change of a call, its events and the key of its command are written together.
 */
export class Journal {
  readonly #database: DatabaseSync;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'journal.sqlite');
    this.#database = new DatabaseSync(file);
    // It holds phones' passwords and the secrets that events are signed with.
    chmodSync(file, 0o600);
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS calls (id TEXT PRIMARY KEY, ended INTEGER, json TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS commands (call TEXT, key TEXT, PRIMARY KEY (call, key));
      CREATE TABLE IF NOT EXISTS events (
        id INTEGER PRIMARY KEY AUTOINCREMENT, lane TEXT NOT NULL, url TEXT NOT NULL, secret TEXT NOT NULL,
        body TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0
      );
      CREATE TABLE IF NOT EXISTS things (
        kind TEXT, tenant INTEGER, name TEXT, json TEXT NOT NULL, PRIMARY KEY (kind, tenant, name)
      );
      CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS texts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    `);
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#database.prepare(sql).run(...values).changes);
  }

  /** All or nothing. */
  together<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  saveCall(call: Call): void {
    this.#run('INSERT OR REPLACE INTO calls VALUES (?, ?, ?)', call.id, call.endedAt, JSON.stringify(call));
  }

  findCall(id: string): Call | undefined {
    const row = this.#database.prepare('SELECT json FROM calls WHERE id = ?').get(id);
    return row && JSON.parse(String(row.json));
  }

  liveCalls(): Call[] {
    const rows = this.#database.prepare('SELECT json FROM calls WHERE ended IS NULL').all();
    return rows.map((row) => JSON.parse(String(row.json)));
  }

  hasKey(call: string, key: string): boolean {
    return (
      this.#database.prepare('SELECT 1 FROM commands WHERE call = ? AND key = ?').get(call, key) !== undefined
    );
  }

  addKey(call: string, key: string): void {
    this.#run('INSERT INTO commands VALUES (?, ?)', call, key);
  }

  addEvent(event: Pick<Outgoing, 'lane' | 'url' | 'secret' | 'body'>): void {
    const { lane, url, secret, body } = event;
    this.#run('INSERT INTO events (lane, url, secret, body) VALUES (?, ?, ?, ?)', lane, url, secret, body);
  }

  lanes(): string[] {
    return this.#database
      .prepare('SELECT DISTINCT lane FROM events')
      .all()
      .map(({ lane }) => String(lane));
  }

  nextEvent(lane: string): Outgoing | undefined {
    const row = this.#database.prepare('SELECT * FROM events WHERE lane = ? ORDER BY id LIMIT 1').get(lane);
    return row as unknown as Outgoing | undefined;
  }

  removeEvent(id: number): void {
    this.#run('DELETE FROM events WHERE id = ?', id);
  }

  addTry(id: number): void {
    this.#run('UPDATE events SET tries = tries + 1 WHERE id = ?', id);
  }

  put(kind: Kind, tenant: number, name: string, value: unknown): void {
    this.#run('INSERT OR REPLACE INTO things VALUES (?, ?, ?, ?)', kind, tenant, name, JSON.stringify(value));
  }

  remove(kind: Kind, tenant: number, name: string): boolean {
    return this.#run('DELETE FROM things WHERE kind = ? AND tenant = ? AND name = ?', kind, tenant, name) > 0;
  }

  has(kind: Kind, tenant: number, name: string): boolean {
    const found = 'SELECT 1 FROM things WHERE kind = ? AND tenant = ? AND name = ?';
    return this.#database.prepare(found).get(kind, tenant, name) !== undefined;
  }

  /** A thing whose name says whose it is, as a phone's. */
  find<T>(kind: Kind, name: string): T | undefined {
    const row = this.#database.prepare('SELECT json FROM things WHERE kind = ? AND name = ?').get(kind, name);
    return row && (JSON.parse(String(row.json)) as T);
  }

  all<T>(kind: Kind): { tenant: number; name: string; value: T }[] {
    const rows = this.#database.prepare('SELECT tenant, name, json FROM things WHERE kind = ?').all(kind);
    return rows.map(({ tenant, name, json }) => ({
      tenant: Number(tenant),
      name: String(name),
      value: JSON.parse(String(json)),
    }));
  }

  /** When Asterisk was heard last; what ended while nobody listened ended no later than we can know. */
  get lastHeard(): number {
    return Number(this.#database.prepare("SELECT value FROM notes WHERE name = 'heard'").get()?.value ?? 0);
  }

  set lastHeard(at: number) {
    this.#run("INSERT OR REPLACE INTO notes VALUES ('heard', ?)", at);
  }

  /** By which the product knows this journal from another one. */
  get id(): string {
    if (!this.text('id')) this.setText('id', randomUUID());
    return this.text('id')!;
  }

  text(name: string): string | undefined {
    const row = this.#database.prepare('SELECT value FROM texts WHERE name = ?').get(name);
    return row && String(row.value);
  }

  setText(name: string, value: string): void {
    this.#run('INSERT OR REPLACE INTO texts VALUES (?, ?)', name, value);
  }

  /** Forgets calls that ended before, and the keys of their commands. */
  forget(before: number): void {
    this.#run('DELETE FROM commands WHERE call IN (SELECT id FROM calls WHERE ended < ?)', before);
    this.#run('DELETE FROM calls WHERE ended < ?', before);
  }

  close(): void {
    this.#database.close();
  }
}
