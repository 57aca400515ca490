import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface Sent {
  id: string;
  kind: 'mail' | 'hook';
  at: string;
  /** Whom it was for: addresses, or the webhook's path. */
  target: string;
  subject: string;
  body: string;
  /** What else is worth seeing, as lines. */
  notes: string;
}

/** Kept of each kind; the oldest go. */
const kept = 500;

/** What the product sent out of itself, kept so that a person can look at it. */
export class OutboxStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(`CREATE TABLE IF NOT EXISTS outbox (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL,
      target TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, notes TEXT NOT NULL)`);
  }

  add(sent: Omit<Sent, 'id' | 'at'>): string {
    const id = randomUUID();
    const { kind, target, subject, body, notes } = sent;
    this.#database
      .prepare('INSERT INTO outbox (id, kind, at, target, subject, body, notes) VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(id, kind, new Date().toISOString(), target, subject, body, notes);
    this.#database
      .prepare(
        'DELETE FROM outbox WHERE kind = ? AND number <= (SELECT max(number) FROM outbox WHERE kind = ?) - ?',
      )
      .run(kind, kind, kept);
    return id;
  }

  /** Newest first. */
  list(): Sent[] {
    return this.#database
      .prepare('SELECT id, kind, at, target, subject, body, notes FROM outbox ORDER BY number DESC LIMIT 200')
      .all() as unknown as Sent[];
  }
}
