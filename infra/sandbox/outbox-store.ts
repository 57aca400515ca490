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
  /** A mail's HTML, where it has one. */
  html: string;
  /** A mail's headers as JSON, names in lower case. */
  headers: string;
}

export type NewSent = Omit<Sent, 'id' | 'at' | 'html' | 'headers'> & Partial<Pick<Sent, 'html' | 'headers'>>;

/** Kept of each kind, unless said otherwise; the oldest go. */
const usuallyKept = 500;

/** What the product sent out of itself, kept so that a person can look at it. */
export class OutboxStore {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;
  readonly #kept: number;

  constructor(database: DatabaseSync, iso = () => new Date().toISOString(), kept = usuallyKept) {
    this.#database = database;
    this.#kept = kept;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS outbox (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL,
      target TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, notes TEXT NOT NULL)`);
    const columns = database.prepare('PRAGMA table_info(outbox)').all() as { name: string }[];
    for (const [name, otherwise] of [
      ['html', ''],
      ['headers', '{}'],
    ] as const)
      if (!columns.some((column) => column.name === name))
        database.exec(`ALTER TABLE outbox ADD COLUMN ${name} TEXT NOT NULL DEFAULT '${otherwise}'`);
  }

  add(sent: NewSent): string {
    const id = randomUUID();
    const { kind, target, subject, body, notes, html = '', headers = '{}' } = sent;
    this.#database
      .prepare(
        `INSERT INTO outbox (id, kind, at, target, subject, body, notes, html, headers)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, kind, this.#iso(), target, subject, body, notes, html, headers);
    this.#database
      .prepare(
        'DELETE FROM outbox WHERE kind = ? AND number <= (SELECT max(number) FROM outbox WHERE kind = ?) - ?',
      )
      .run(kind, kind, this.#kept);
    return id;
  }

  find(id: string): Sent | undefined {
    return this.#database
      .prepare('SELECT id, kind, at, target, subject, body, notes, html, headers FROM outbox WHERE id = ?')
      .get(id) as unknown as Sent | undefined;
  }

  /** Newest first; those to a target alone, where one is given. */
  list(target = ''): Sent[] {
    return this.#database
      .prepare(
        `SELECT id, kind, at, target, subject, body, notes, html, headers FROM outbox
         WHERE ?1 = '' OR instr(target, ?1) > 0 ORDER BY number DESC LIMIT 200`,
      )
      .all(target) as unknown as Sent[];
  }
}
