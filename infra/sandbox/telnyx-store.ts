import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface Profile {
  id: string;
  account: string;
  name: string;
  webhookUrl: string;
  createdAt: string;
}

export interface Order {
  id: string;
  account: string;
  /** With the ids that they have once they are the account's. */
  numbers: { id: string; number: string }[];
  profile: string | null;
  reference: string | null;
  status: 'pending' | 'success' | 'failure';
  createdAt: string;
}

/** What Telnyx has besides numbers and texts: messaging profiles, and orders of numbers. */
export class TelnyxStore {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;

  constructor(database: DatabaseSync, iso: () => string) {
    this.#database = database;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS telnyx_profile (
      id TEXT PRIMARY KEY, account TEXT NOT NULL, name TEXT NOT NULL, webhookUrl TEXT NOT NULL,
      createdAt TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS telnyx_order (id TEXT PRIMARY KEY, account TEXT NOT NULL, body TEXT NOT NULL)`);
  }

  profiles(account: string): Profile[] {
    return this.#database
      .prepare('SELECT * FROM telnyx_profile WHERE account = ? ORDER BY rowid')
      .all(account) as unknown as Profile[];
  }

  profile(id: string | null): Profile | undefined {
    if (id === null) return undefined;
    return this.#database.prepare('SELECT * FROM telnyx_profile WHERE id = ?').get(id) as unknown as
      | Profile
      | undefined;
  }

  addProfile(account: string, name: string, webhookUrl: string): Profile {
    const one = { id: randomUUID(), account, name, webhookUrl, createdAt: this.#iso() };
    this.#database
      .prepare('INSERT INTO telnyx_profile VALUES (?, ?, ?, ?, ?)')
      .run(one.id, account, name, webhookUrl, one.createdAt);
    return one;
  }

  changeProfile(one: Profile, changes: Partial<Pick<Profile, 'name' | 'webhookUrl'>>): Profile {
    const after = { ...one, ...changes };
    this.#database
      .prepare('UPDATE telnyx_profile SET name = ?, webhookUrl = ? WHERE id = ?')
      .run(after.name, after.webhookUrl, one.id);
    return after;
  }

  order(id: string): Order | undefined {
    const row = this.#database.prepare('SELECT body FROM telnyx_order WHERE id = ?').get(id) as
      | { body: string }
      | undefined;
    return row && (JSON.parse(row.body) as Order);
  }

  /** Those of an account, oldest first. */
  orders(account: string): Order[] {
    const rows = this.#database
      .prepare('SELECT body FROM telnyx_order WHERE account = ? ORDER BY rowid')
      .all(account) as { body: string }[];
    return rows.map(({ body }) => JSON.parse(body) as Order);
  }

  addOrder(given: Pick<Order, 'account' | 'numbers' | 'profile' | 'reference'>): Order {
    const order: Order = { ...given, id: randomUUID(), status: 'pending', createdAt: this.#iso() };
    this.#save(order);
    return order;
  }

  endOrder(order: Order, status: Order['status']): void {
    this.#save({ ...order, status });
  }

  #save(order: Order): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO telnyx_order VALUES (?, ?, ?)')
      .run(order.id, order.account, JSON.stringify(order));
  }
}
