import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from './clock.ts';

/** What is due at a time of the sandbox's clock. */
export interface Due {
  /** Work of one lane is done in the order in which it was put there, one after the other. */
  lane: string;
  kind: string;
  body: unknown;
  /** Milliseconds from now. */
  delay?: number;
}

/** Does a piece of work; answers after how many ms it is to be tried again, if it is. */
type Work = (body: never, tries: number) => Promise<number | undefined> | number | undefined;

interface Row {
  number: number;
  lane: string;
  kind: string;
  body: string;
  due: number;
  tries: number;
}

/** Pieces of work under way at once. */
const atOnce = 16;

/** The longest wait that a timer takes; ms. */
const longestMs = 2 ** 31 - 1;

/** Work that lies in the sandbox's file until it is done, so that a restart loses nothing. */
export class WorkQueue {
  readonly #database: DatabaseSync;
  readonly #clock: SandboxClock;
  readonly #works = new Map<string, Work>();
  readonly #busy = new Set<string>();
  readonly #log: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #soon = false;
  #closed = false;

  constructor(database: DatabaseSync, clock: SandboxClock, log: (line: string) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    database.exec(`CREATE TABLE IF NOT EXISTS work (
      number INTEGER PRIMARY KEY AUTOINCREMENT, lane TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
      due INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX IF NOT EXISTS work_lane ON work (lane, number);
      CREATE INDEX IF NOT EXISTS work_due ON work (due)`);
    clock.onMoved(() => this.#wake());
  }

  /** Says what is to be done for a kind of work. */
  on(kind: string, work: Work): void {
    this.#works.set(kind, work);
    this.#wake();
  }

  /** Nothing is added once it is closed: what was under way then may end a moment later. */
  add({ lane, kind, body, delay = 0 }: Due): void {
    if (this.#closed) return;
    this.#database
      .prepare('INSERT INTO work (lane, kind, body, due) VALUES (?, ?, ?, ?)')
      .run(lane, kind, JSON.stringify(body), Math.round(this.#clock.now() + delay));
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #wake(): void {
    if (this.#soon || this.#closed) return;
    this.#soon = true;
    setImmediate(() => {
      this.#soon = false;
      if (!this.#closed) this.#start();
    });
  }

  /** The first of each lane that is due and not under way. */
  #ready(now: number): Row[] {
    return this.#database
      .prepare(
        `SELECT * FROM work AS w WHERE due <= ? AND NOT EXISTS
         (SELECT 1 FROM work AS earlier WHERE earlier.lane = w.lane AND earlier.number < w.number)
         ORDER BY due, number LIMIT ?`,
      )
      .all(now, atOnce * 2) as unknown as Row[];
  }

  #start(): void {
    // One time for both looks: what came due between two would be in neither, and lie there until the next call.
    const now = Math.round(this.#clock.now());
    for (const row of this.#ready(now)) {
      if (this.#busy.size >= atOnce) return;
      if (this.#busy.has(row.lane) || !this.#works.has(row.kind)) continue;
      this.#busy.add(row.lane);
      void this.#do(row);
    }
    clearTimeout(this.#timer);
    const next = this.#database.prepare('SELECT min(due) AS due FROM work WHERE due > ?').get(now) as {
      due: number | null;
    };
    if (next.due === null) return;
    const wait = Math.min(longestMs, Math.max(1, next.due - this.#clock.now()));
    this.#timer = setTimeout(() => this.#wake(), wait).unref();
  }

  async #do(row: Row): Promise<void> {
    let again: number | undefined;
    try {
      again = await this.#works.get(row.kind)!(JSON.parse(row.body) as never, row.tries + 1);
    } catch (error) {
      if (!this.#closed) this.#log(`The sandbox’s ${row.kind} failed: ${(error as Error).message}`);
    }
    if (this.#closed) return;
    if (again === undefined) this.#database.prepare('DELETE FROM work WHERE number = ?').run(row.number);
    else
      this.#database
        .prepare('UPDATE work SET due = ?, tries = tries + 1 WHERE number = ?')
        .run(Math.round(this.#clock.now() + again), row.number);
    this.#busy.delete(row.lane);
    this.#wake();
  }
}
