import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export type Carrier = 'twilio' | 'telnyx';

/** A number that an account has with a carrier. */
export interface OwnNumber {
  id: string;
  carrier: Carrier;
  account: string;
  number: string;
  friendlyName: string;
  /** Where texts to it are told: Twilio's SmsUrl; Telnyx has it on the messaging profile. */
  smsUrl: string;
  /** Telnyx's messaging profile. */
  profile: string | null;
  createdAt: string;
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Twilio's own test numbers: https://www.twilio.com/docs/iam/test-credentials. Their area code is nobody's. */
const testNumbers: Readonly<Record<string, Refusal>> = {
  '+15005550000': 'gone',
  '+15005550001': 'invalid',
};

/** Why a number is not sold. */
export type Refusal = 'gone' | 'invalid' | 'unpaid';

export const isTollFree = (number: string): boolean => /^\+18(00|33|44|55|66|77|88)/.test(number);

/** The area codes that a new account's first number is of. */
const firstArea: Readonly<Record<Carrier, string>> = { twilio: '561', telnyx: '786' };

/** `(305) 555-0134` */
export const national = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** Numbers of the carriers' accounts; one that nobody had before has one number from the beginning. */
export class Numbers {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;

  constructor(database: DatabaseSync, iso: () => string) {
    this.#database = database;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS own_number (
      id TEXT PRIMARY KEY, carrier TEXT NOT NULL, account TEXT NOT NULL, number TEXT NOT NULL UNIQUE,
      friendlyName TEXT NOT NULL, smsUrl TEXT NOT NULL, profile TEXT, createdAt TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS account_begun (carrier TEXT NOT NULL, account TEXT NOT NULL,
      PRIMARY KEY (carrier, account))`);
  }

  /** Gives an account that is new its first number. */
  #begin(carrier: Carrier, account: string): void {
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO account_begun VALUES (?, ?)')
      .run(carrier, account);
    if (changes > 0) this.add(carrier, account, this.available(firstArea[carrier], 1)[0]!);
  }

  list(carrier: Carrier, account: string): OwnNumber[] {
    this.#begin(carrier, account);
    return this.#database
      .prepare('SELECT * FROM own_number WHERE carrier = ? AND account = ? ORDER BY rowid')
      .all(carrier, account) as unknown as OwnNumber[];
  }

  /** Every carrier's, for the handset's list of whom to text. */
  all(): OwnNumber[] {
    return this.#database
      .prepare('SELECT * FROM own_number ORDER BY account, rowid')
      .all() as unknown as OwnNumber[];
  }

  /** Whose a number is, by the number itself or by its id. */
  find(numberOrId: string): OwnNumber | undefined {
    return this.#database
      .prepare('SELECT * FROM own_number WHERE number = ? OR id = ?')
      .get(numberOrId, numberOrId) as unknown as OwnNumber | undefined;
  }

  /** Numbers of an area that nobody has: those that are kept for fiction, 555-0100 to 555-0199. */
  available(area: string, most: number): string[] {
    const free: string[] = [];
    for (let line = 100; line < 200 && free.length < most; line++) {
      const number = `+1${area}5550${line}`;
      if (!this.find(number)) free.push(number);
    }
    // A hundred accounts have them all: then lines beyond them, which are as little anybody's here.
    for (let line = 2_000; free.length < most && line < 10_000; line++) {
      const number = `+1${area}555${line}`;
      if (!this.find(number)) free.push(number);
    }
    return free;
  }

  /** Why a number cannot be bought now; undefined for one that can. */
  refusal(number: string, scripted?: string): Refusal | undefined {
    if (scripted === 'gone' || scripted === 'invalid' || scripted === 'unpaid') return scripted;
    return testNumbers[number] ?? (this.find(number) ? 'gone' : undefined);
  }

  add(carrier: Carrier, account: string, number: string, given: Partial<OwnNumber> = {}): OwnNumber {
    const one: OwnNumber = {
      id: given.id ?? (carrier === 'twilio' ? `PN${hex(16)}` : randomUUID()),
      carrier,
      account,
      number,
      friendlyName: given.friendlyName ?? national(number),
      smsUrl: given.smsUrl ?? '',
      profile: given.profile ?? null,
      createdAt: this.#iso(),
    };
    this.#database
      .prepare('INSERT INTO own_number VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(one.id, carrier, account, number, one.friendlyName, one.smsUrl, one.profile, one.createdAt);
    return one;
  }

  change(
    one: OwnNumber,
    changes: Partial<Pick<OwnNumber, 'friendlyName' | 'smsUrl' | 'profile'>>,
  ): OwnNumber {
    const after = { ...one, ...changes };
    this.#database
      .prepare('UPDATE own_number SET friendlyName = ?, smsUrl = ?, profile = ? WHERE id = ?')
      .run(after.friendlyName, after.smsUrl, after.profile, one.id);
    return after;
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM own_number WHERE id = ?').run(id);
  }
}
