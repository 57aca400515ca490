import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { SegmentedMessage } from 'sms-segments-calculator';
import type { Carrier } from './numbers.ts';

export type TextStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

/** A text message as the carrier keeps it. */
export interface Text {
  id: string;
  carrier: Carrier;
  account: string;
  direction: 'out' | 'in';
  /** The product's number, and the phone's. */
  ours: string;
  theirs: string;
  body: string;
  segments: number;
  encoding: string;
  status: TextStatus;
  errorCode: number | null;
  /** Where its states are told; of an incoming one, where it was handed in. */
  callbackUrl: string;
  /** Twilio's messaging service, Telnyx's messaging profile. */
  service: string | null;
  /** Telnyx's tags as JSON. */
  tags: string;
  /** Whether the product has taken an incoming one. */
  taken: 'pending' | 'yes' | 'no' | 'nobody';
  createdAt: string;
  updatedAt: string;
}

const columns = [
  'id',
  'carrier',
  'account',
  'direction',
  'ours',
  'theirs',
  'body',
  'segments',
  'encoding',
  'status',
  'errorCode',
  'callbackUrl',
  'service',
  'tags',
  'taken',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Text)[];

export type NewText = Pick<
  Text,
  'carrier' | 'account' | 'direction' | 'ours' | 'theirs' | 'body' | 'callbackUrl' | 'service'
> & { tags?: readonly string[] };

/** A person's phone, as the list of the handset page shows it. */
export interface Phone {
  number: string;
  body: string;
  at: string;
}

/** Every text that went through the carriers' stand-ins. */
export class Texts {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;

  constructor(database: DatabaseSync, iso: () => string) {
    this.#database = database;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS text (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, carrier TEXT NOT NULL,
      account TEXT NOT NULL, direction TEXT NOT NULL, ours TEXT NOT NULL, theirs TEXT NOT NULL,
      body TEXT NOT NULL, segments INTEGER NOT NULL, encoding TEXT NOT NULL, status TEXT NOT NULL,
      errorCode INTEGER, callbackUrl TEXT NOT NULL, service TEXT, tags TEXT NOT NULL, taken TEXT NOT NULL,
      createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS text_theirs ON text (theirs, number);
      CREATE INDEX IF NOT EXISTS text_account ON text (account, number);
      CREATE TABLE IF NOT EXISTS stopped (ours TEXT NOT NULL, theirs TEXT NOT NULL, PRIMARY KEY (ours, theirs))`);
  }

  add(text: NewText): Text {
    const { numSegments, encodingName } = counted(text.body);
    const at = this.#iso();
    const one: Text = {
      ...text,
      id: text.carrier === 'twilio' ? `SM${randomBytes(16).toString('hex')}` : randomUUID(),
      segments: numSegments,
      encoding: encodingName,
      status: text.direction === 'out' ? 'queued' : 'received',
      errorCode: null,
      tags: JSON.stringify(text.tags ?? []),
      taken: 'pending',
      createdAt: at,
      updatedAt: at,
    };
    this.#database
      .prepare(`INSERT INTO text (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(...columns.map((name) => one[name]));
    return one;
  }

  find(id: string): Text | undefined {
    return this.#database.prepare('SELECT * FROM text WHERE id = ?').get(id) as unknown as Text | undefined;
  }

  move(id: string, status: TextStatus, errorCode: number | null = null): Text {
    this.#database
      .prepare('UPDATE text SET status = ?, errorCode = ?, updatedAt = ? WHERE id = ?')
      .run(status, errorCode, this.#iso(), id);
    return this.find(id)!;
  }

  /** Notes whether the product has taken an incoming text. */
  taken(id: string, taken: Text['taken']): void {
    this.#database.prepare('UPDATE text SET taken = ? WHERE id = ?').run(taken, id);
  }

  /** An account's texts, newest first. */
  list(
    carrier: Carrier,
    account: string,
    {
      to,
      from,
      since,
      until,
      limit,
    }: { to?: string; from?: string; since?: string; until?: string; limit: number },
  ): Text[] {
    const wanted: [string, string | undefined][] = [
      [`(CASE direction WHEN 'out' THEN theirs ELSE ours END) = ?`, to],
      [`(CASE direction WHEN 'out' THEN ours ELSE theirs END) = ?`, from],
      ['createdAt >= ?', since],
      ['createdAt <= ?', until],
    ];
    const given = wanted.filter((one): one is [string, string] => one[1] !== undefined);
    return this.#database
      .prepare(
        `SELECT * FROM text WHERE carrier = ? AND account = ? ${given.map(([sql]) => `AND ${sql}`).join(' ')}
         ORDER BY number DESC LIMIT ?`,
      )
      .all(carrier, account, ...given.map(([, value]) => value), limit) as unknown as Text[];
  }

  /** What stands on a phone, oldest first; of very many the newest. */
  ofPhone(theirs: string, limit = 200): Text[] {
    const found = this.#database
      .prepare('SELECT * FROM text WHERE theirs = ? ORDER BY number DESC LIMIT ?')
      .all(theirs, limit) as unknown as Text[];
    return found.reverse();
  }

  /** Phones with their newest text, the newest first. */
  phones(limit = 60): Phone[] {
    return this.#database
      .prepare(
        `SELECT theirs AS number, body, createdAt AS at FROM text WHERE number IN
         (SELECT max(number) FROM text GROUP BY theirs ORDER BY max(number) DESC LIMIT ?) ORDER BY number DESC`,
      )
      .all(limit) as unknown as Phone[];
  }

  /** Segments that an account has sent. */
  segmentsOf(carrier: Carrier, account: string): number {
    const row = this.#database
      .prepare(`SELECT sum(segments) AS n FROM text WHERE carrier = ? AND account = ? AND direction = 'out'`)
      .get(carrier, account) as { n: number | null };
    return row.n ?? 0;
  }

  isStopped(ours: string, theirs: string): boolean {
    return Boolean(
      this.#database.prepare('SELECT 1 FROM stopped WHERE ours = ? AND theirs = ?').get(ours, theirs),
    );
  }

  setStopped(ours: string, theirs: string, stopped: boolean): void {
    const sql = stopped
      ? 'INSERT OR IGNORE INTO stopped VALUES (?, ?)'
      : 'DELETE FROM stopped WHERE ours = ? AND theirs = ?';
    this.#database.prepare(sql).run(ours, theirs);
  }
}

/** How many segments a text is sent in, and how they are written. */
export function counted(body: string): { numSegments: number; encodingName: string } {
  const message = new SegmentedMessage(body);
  return { numSegments: Math.max(1, message.segmentsCount), encodingName: message.encodingName };
}
