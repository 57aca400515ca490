import type { DatabaseSync } from 'node:sqlite';
import type { Account, ExchangeQueue, NumberRoute, Phone } from '#shared/exchange/commands.ts';
import type { PlanSteps } from '#shared/model/dialplan/steps.ts';
import { callDefaults, otherParty, type SandboxCall } from './call.ts';

/** A phone that may register; `until`: ms since 1970 by this machine's clock, 0 while it is not registered. */
export interface StoredPhone {
  account: string;
  phone: string;
  settings: Phone;
  until: number;
  since: string;
}

/** A dial plan that serves. */
interface StoredPlan {
  sha256: string;
  steps: PlanSteps;
}

/** What a queue remembers of its members, and of who was asked last. */
export interface QueueMemory {
  last: string;
  members: Record<string, { calls: number; lastAt: string }>;
  /** Held places whose turn was told, with the member who was free for each, and when. */
  due?: Record<string, { phone: string; at: string }>;
}

/** A queue with what it remembers. */
export interface StoredQueue {
  account: string;
  queueId: string;
  settings: ExchangeQueue;
  memory: QueueMemory;
}

type Row = { body: string };
const parsed = <T>(row: unknown): T | undefined => (row ? (JSON.parse((row as Row).body) as T) : undefined);
const callOf = (row: unknown): SandboxCall | undefined => {
  const read = parsed<SandboxCall>(row);
  return read && { ...structuredClone(callDefaults), ...read, callerId: read.callerId ?? '' };
};

/** What the exchange's stand-in keeps: calls, and things by kind (phone, queue, number, sound, account) and name. */
export class ExchangeStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(`CREATE TABLE IF NOT EXISTS ring (
      number INTEGER PRIMARY KEY AUTOINCREMENT, callId TEXT NOT NULL UNIQUE, phone TEXT NOT NULL,
      state TEXT NOT NULL, body TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS ring_phone ON ring (phone, number);
      CREATE INDEX IF NOT EXISTS ring_state ON ring (state);
      CREATE TABLE IF NOT EXISTS exchange_thing (
        kind TEXT NOT NULL, name TEXT NOT NULL, account TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (kind, name));
      CREATE TABLE IF NOT EXISTS exchange_command (
        callId TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (callId, key))`);
  }

  find(callId: string): SandboxCall | undefined {
    return callOf(this.#database.prepare('SELECT body FROM ring WHERE callId = ?').get(callId));
  }

  add(call: SandboxCall): void {
    this.#database
      .prepare('INSERT INTO ring (callId, phone, state, body) VALUES (?, ?, ?, ?)')
      .run(call.callId, otherParty(call), call.state, JSON.stringify(call));
  }

  save(call: SandboxCall): void {
    this.#database
      .prepare('UPDATE ring SET state = ?, body = ? WHERE callId = ?')
      .run(call.state, JSON.stringify(call), call.callId);
  }

  #calls(where: string, ...values: (string | number)[]): SandboxCall[] {
    const rows = this.#database.prepare(`SELECT body FROM ring WHERE ${where}`).all(...values);
    return rows.flatMap((row) => callOf(row) ?? []);
  }

  /** What rang a phone, oldest first; of very many the newest. */
  ofPhone(phone: string, limit = 100): SandboxCall[] {
    return this.#calls('phone = ? ORDER BY number DESC LIMIT ?', phone, limit).reverse();
  }

  /** Calls that go on, oldest first. */
  live(): SandboxCall[] {
    return this.#calls(`state IN ('queued', 'ringing', 'answered') ORDER BY number`);
  }

  /** Phones outside that were rung or called, the newest first. */
  phones(limit = 60): { number: string; at: string }[] {
    const newest = `number IN (SELECT max(number) FROM ring GROUP BY phone ORDER BY max(number) DESC LIMIT ?)`;
    return this.#calls(newest, limit).map((call) => ({ number: otherParty(call), at: call.placedAt }));
  }

  /** Notes a command of a call as taken; false when it was already. */
  isTaken(callId: string, key: string): boolean {
    const row = this.#database
      .prepare('SELECT 1 FROM exchange_command WHERE callId = ? AND key = ?')
      .get(callId, key);
    return row !== undefined;
  }

  take(callId: string, key: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO exchange_command VALUES (?, ?)').run(callId, key);
  }

  #put(kind: string, name: string, account: string, body: object): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO exchange_thing VALUES (?, ?, ?, ?)')
      .run(kind, name, account, JSON.stringify(body));
  }

  #get<T>(kind: string, name: string): T | undefined {
    return parsed<T>(
      this.#database.prepare('SELECT body FROM exchange_thing WHERE kind = ? AND name = ?').get(kind, name),
    );
  }

  #all<T>(kind: string): T[] {
    const rows = this.#database
      .prepare('SELECT body FROM exchange_thing WHERE kind = ? ORDER BY name')
      .all(kind);
    return rows.flatMap((row) => parsed<T>(row) ?? []);
  }

  remove(kind: 'phone' | 'queue' | 'number' | 'plan' | 'sound' | 'soundFile', name: string): void {
    this.#database.prepare('DELETE FROM exchange_thing WHERE kind = ? AND name = ?').run(kind, name);
  }

  phone = (phone: string) => this.#get<StoredPhone>('phone', phone);
  putPhone = (one: StoredPhone) => this.#put('phone', one.phone, one.account, one);
  allPhones = () => this.#all<StoredPhone>('phone');

  queue = (queueId: string) => this.#get<StoredQueue>('queue', queueId);
  putQueue = (one: StoredQueue) => this.#put('queue', one.queueId, one.account, one);
  allQueues = () => this.#all<StoredQueue>('queue');

  number = (number: string) =>
    this.#get<{ account: string; number: string; route: NumberRoute }>('number', number);
  putNumber = (one: { account: string; number: string; route: NumberRoute }) =>
    this.#put('number', one.number, one.account, one);
  allNumbers = () => this.#all<{ account: string; number: string; route: NumberRoute }>('number');

  plan = (account: string, planId: string) => this.#get<StoredPlan>('plan', `${account} ${planId}`);
  putPlan = (account: string, planId: string, plan: StoredPlan) =>
    this.#put('plan', `${account} ${planId}`, account, plan);
  removePlan = (account: string, planId: string) => this.remove('plan', `${account} ${planId}`);

  /** A recording that an account's callers hear; its file, which may be long, lies beside it. */
  sound = (account: string, name: string) => this.#get<{ bytes: number }>('sound', `${account}/${name}`);
  soundFile(account: string, name: string): Buffer | undefined {
    const kept = this.#get<{ wav: string }>('soundFile', `${account}/${name}`);
    return kept && Buffer.from(kept.wav, 'base64');
  }
  putSound(account: string, name: string, wav: Buffer): void {
    this.#put('soundFile', `${account}/${name}`, account, { wav: wav.toString('base64') });
    this.#put('sound', `${account}/${name}`, account, { bytes: wav.length });
  }
  removeSound(account: string, name: string): void {
    this.remove('sound', `${account}/${name}`);
    this.remove('soundFile', `${account}/${name}`);
  }

  account = (account: string) => this.#get<Account>('account', account);
  putAccount = (account: string, body: Account) => this.#put('account', account, account, body);
}
