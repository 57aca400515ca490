import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../clock.ts';

export type StripeKind =
  | 'checkout.session'
  | 'payment_intent'
  | 'account'
  | 'transfer'
  | 'dispute'
  | 'refund';

/** An object of Stripe's, as it is answered. */
export interface StripeObject {
  id: string;
  object: StripeKind;
  created: number;
  metadata: Record<string, string>;
  [field: string]: unknown;
}

/** What a request with a key was answered; the same key again is answered the same. */
export interface Remembered {
  asked: string;
  status: number;
  body: string;
}

const prefixes: Record<StripeKind, string> = {
  'checkout.session': 'cs_test',
  payment_intent: 'pi',
  account: 'acct',
  transfer: 'tr',
  dispute: 'dp',
  refund: 're',
};

/** Seconds that a key is known. */
const keySeconds = 86_400;
/** Seconds until a page is no more. */
const pageSeconds = 86_400;

/** The sandbox's Stripe: its objects, and the keys of requests for a day. */
export class StripeStore {
  readonly #database: DatabaseSync;
  readonly #clock: SandboxClock;

  constructor(database: DatabaseSync, clock: SandboxClock) {
    this.#database = database;
    this.#clock = clock;
    database.exec(`CREATE TABLE IF NOT EXISTS stripe_object (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, body TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS stripe_key (
      key TEXT PRIMARY KEY, asked TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS stripe_endpoint (one INTEGER PRIMARY KEY CHECK (one = 1), url TEXT NOT NULL)`);
  }

  /** Seconds since 1970. */
  get now(): number {
    return Math.floor(this.#clock.now() / 1000);
  }

  add(object: StripeKind, fields: Record<string, unknown>): StripeObject {
    const id = `${prefixes[object]}_${randomBytes(12).toString('hex')}`;
    const made = { id, object, created: this.now, livemode: false, metadata: {}, ...fields } as StripeObject;
    this.#database
      .prepare('INSERT INTO stripe_object (id, kind, body) VALUES (?, ?, ?)')
      .run(id, object, JSON.stringify(made));
    return made;
  }

  change(one: StripeObject, fields: Record<string, unknown>): StripeObject {
    const changed = { ...one, ...fields };
    this.#database
      .prepare('UPDATE stripe_object SET body = ? WHERE id = ?')
      .run(JSON.stringify(changed), one.id);
    return changed;
  }

  /** An object as it is now: a page whose hours are over has expired. */
  find(kind: StripeKind, id: string): StripeObject | undefined {
    const row = this.#database
      .prepare('SELECT body FROM stripe_object WHERE kind = ? AND id = ?')
      .get(kind, id) as { body: string } | undefined;
    return row && this.#aged(JSON.parse(row.body));
  }

  /** The newest first. */
  all(kind: StripeKind): StripeObject[] {
    const rows = this.#database
      .prepare('SELECT body FROM stripe_object WHERE kind = ? ORDER BY number DESC')
      .all(kind) as { body: string }[];
    return rows.map(({ body }) => this.#aged(JSON.parse(body)));
  }

  #aged(one: StripeObject): StripeObject {
    const isOver = one.object === 'checkout.session' && one.status === 'open';
    return isOver && one.created + pageSeconds < this.now ? { ...one, status: 'expired', url: null } : one;
  }

  remembered(key: string): Remembered | undefined {
    this.#database.prepare('DELETE FROM stripe_key WHERE at < ?').run(this.now - keySeconds);
    return this.#database.prepare('SELECT asked, status, body FROM stripe_key WHERE key = ?').get(key) as
      | Remembered
      | undefined;
  }

  remember(key: string, { asked, status, body }: Remembered): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO stripe_key (key, asked, status, body, at) VALUES (?, ?, ?, ?, ?)')
      .run(key, asked, status, body, this.now);
  }

  /** Where events are told instead of the product's own address; empty for nowhere. */
  get endpoint(): string | undefined {
    const row = this.#database.prepare('SELECT url FROM stripe_endpoint').get() as
      | { url: string }
      | undefined;
    return row?.url;
  }

  set endpoint(url: string | undefined) {
    this.#database.exec('DELETE FROM stripe_endpoint');
    if (url !== undefined) this.#database.prepare('INSERT INTO stripe_endpoint VALUES (1, ?)').run(url);
  }
}
