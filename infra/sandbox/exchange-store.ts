import type { DatabaseSync } from 'node:sqlite';

export type RingState = 'queued' | 'ringing' | 'answered' | 'ended';
export type RingResult = 'answered' | 'voicemail' | 'no-answer' | 'busy' | 'failed';

/** A call that the exchange makes. */
export interface Ring {
  callId: string;
  account: string;
  to: string;
  callerId: string;
  maxRingSeconds: number;
  amd: boolean;
  context: string | null;
  callbackUrl: string;
  secret: string;
  state: RingState;
  /** Who has answered. */
  by: 'human' | 'machine' | null;
  result: RingResult | null;
  placedAt: string;
  ringingAt: string | null;
  answeredAt: string | null;
  endedAt: string | null;
  talkSeconds: number;
}

/** Calls of the exchange's stand-in. */
export class Rings {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(`CREATE TABLE IF NOT EXISTS ring (
      number INTEGER PRIMARY KEY AUTOINCREMENT, callId TEXT NOT NULL UNIQUE, phone TEXT NOT NULL,
      state TEXT NOT NULL, body TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS ring_phone ON ring (phone, number)`);
  }

  find(callId: string): Ring | undefined {
    const row = this.#database.prepare('SELECT body FROM ring WHERE callId = ?').get(callId) as
      | { body: string }
      | undefined;
    return row && (JSON.parse(row.body) as Ring);
  }

  add(ring: Ring): void {
    this.#database
      .prepare('INSERT INTO ring (callId, phone, state, body) VALUES (?, ?, ?, ?)')
      .run(ring.callId, ring.to, ring.state, JSON.stringify(ring));
  }

  save(ring: Ring): void {
    this.#database
      .prepare('UPDATE ring SET state = ?, body = ? WHERE callId = ?')
      .run(ring.state, JSON.stringify(ring), ring.callId);
  }

  /** What rang a phone, oldest first; of very many the newest. */
  ofPhone(phone: string, limit = 100): Ring[] {
    const rows = this.#database
      .prepare('SELECT body FROM ring WHERE phone = ? ORDER BY number DESC LIMIT ?')
      .all(phone, limit) as { body: string }[];
    return rows.map(({ body }) => JSON.parse(body) as Ring).reverse();
  }

  /** Phones that ring or talk now. */
  live(): Ring[] {
    const rows = this.#database
      .prepare(`SELECT body FROM ring WHERE state IN ('ringing', 'answered') ORDER BY number`)
      .all() as { body: string }[];
    return rows.map(({ body }) => JSON.parse(body) as Ring);
  }

  /** Phones that were rung, the newest first. */
  phones(limit = 60): { number: string; at: string }[] {
    const rows = this.#database
      .prepare(
        `SELECT body FROM ring WHERE number IN (SELECT max(number) FROM ring GROUP BY phone
         ORDER BY max(number) DESC LIMIT ?)`,
      )
      .all(limit) as { body: string }[];
    return rows.map(({ body }) => {
      const { to, placedAt } = JSON.parse(body) as Ring;
      return { number: to, at: placedAt };
    });
  }
}
