import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite.ts';
import type { FunctionFailure, InvokeResult } from './types.ts';

/** Waits before the second and third attempt; ms. As Lambda's. */
const retryDelaysMs = [60_000, 120_000];

export interface AsyncSettings {
  /** 0 to 2 further attempts after the first. */
  retries: number;
  maxAgeMs: number;
}

/** What Lambda's asynchronous queue hands to a destination. */
export interface DestinationRecord {
  version: '1.0';
  timestamp: string;
  requestContext: {
    requestId: string;
    functionArn: string;
    condition: string;
    approximateInvokeCount: number;
  };
  requestPayload: unknown;
  responseContext: { statusCode: number; executedVersion: '$LATEST'; functionError?: string };
  responsePayload: unknown;
}

export interface AsyncQueueOptions {
  stateDir: string;
  now(): number;
  settings(functionName: string): AsyncSettings;
  invoke(functionName: string, payload: string, requestId: string): Promise<InvokeResult>;
  /** Called when the last attempt failed (or the only one succeeded), before the event is forgotten. */
  finished(functionName: string, payload: string, outcome: Outcome): Promise<void>;
}

export interface Outcome {
  requestId: string;
  attempts: number;
  result: { ok: true; payload: string } | { ok: false; failure: FunctionFailure; condition: string };
}

interface Row {
  id: string;
  function: string;
  payload: string;
  attempts: number;
  created: number;
}

/** Events waiting for a function that was invoked asynchronously. They outlive a restart and a kill -9. */
export class AsyncQueue {
  private readonly db: Database;
  private readonly options: AsyncQueueOptions;
  private readonly running = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: AsyncQueueOptions) {
    this.options = options;
    this.db = openDatabase(
      options.stateDir === ':memory:' ? ':memory:' : join(options.stateDir, 'invocations.db'),
      `CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, function TEXT NOT NULL, payload TEXT NOT NULL,
        attempts INTEGER NOT NULL, due INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
       CREATE INDEX IF NOT EXISTS events_due ON events (due);`,
    );
  }

  /** Takes an event; when this returns it is kept. Answers the request id. */
  add(functionName: string, payload: string): string {
    const id = randomUUID();
    const now = this.options.now();
    this.db
      .sql('INSERT INTO events (id, function, payload, attempts, due, created) VALUES (?, ?, ?, 0, ?, ?)')
      .run(id, functionName, payload, now, now);
    this.tick();
    return id;
  }

  /** How many events wait or run. */
  get size(): number {
    return Number((this.db.sql('SELECT count(*) AS n FROM events').get() as { n: number }).n);
  }

  /** Starts what is due; called by its own timer, and by tests that move the clock. */
  tick(): void {
    if (this.closed) return;
    const now = this.options.now();
    const due = this.db.sql(
      'SELECT id, function, payload, attempts, created FROM events WHERE due <= ? ORDER BY due LIMIT 100',
    );
    for (const row of due.all(now) as unknown as Row[]) if (!this.running.has(row.id)) void this.attempt(row);
    const next = this.db.sql('SELECT min(due) AS due FROM events WHERE due > ?').get(now) as {
      due: number | null;
    };
    clearTimeout(this.timer);
    if (next.due !== null) {
      this.timer = setTimeout(() => this.tick(), Math.min(60_000, next.due - now));
      this.timer.unref();
    }
  }

  private async attempt(row: Row): Promise<void> {
    this.running.add(row.id);
    try {
      const result = await this.options.invoke(row.function, row.payload, row.id);
      if (this.closed) return;
      await this.settle(row, row.attempts + 1, result);
    } catch (error) {
      console.error(error);
    } finally {
      this.running.delete(row.id);
      this.tick();
    }
  }

  private async settle(row: Row, attempts: number, result: InvokeResult): Promise<void> {
    const { retries, maxAgeMs } = this.options.settings(row.function);
    const now = this.options.now();
    const delay = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1]!;
    const tooOld = now + delay - row.created > maxAgeMs;
    if (!result.ok && attempts <= retries && !tooOld) {
      this.db.sql('UPDATE events SET attempts = ?, due = ? WHERE id = ?').run(attempts, now + delay, row.id);
      return;
    }
    const condition = tooOld && attempts <= retries ? 'EventAgeExceeded' : 'RetriesExhausted';
    await this.options.finished(row.function, row.payload, {
      requestId: row.id,
      attempts,
      result: result.ok ? result : { ok: false, failure: result.failure, condition },
    });
    this.db.sql('DELETE FROM events WHERE id = ?').run(row.id);
  }

  /** Stops taking up events; those that run stay in the file and are worked again at the next start. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.db.close();
  }
}
