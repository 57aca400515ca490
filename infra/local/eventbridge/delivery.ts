import type { Clock } from '../aws-json.ts';
import type { Database } from '../sqlite.ts';

export interface RetryPolicy {
  maximumRetryAttempts: number;
  maximumEventAgeInSeconds: number;
}

/** AWS's own defaults: 185 attempts or a day, whichever ends first. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maximumRetryAttempts: 185,
  maximumEventAgeInSeconds: 86_400,
};

/** Whom the host is asked to hand a payload to. */
export interface DeliveryTarget {
  arn: string;
  /** The rule or the schedule that asks for it. */
  sourceArn: string;
  /** The constant that the rule or schedule sets in place of the event, as configured. */
  input?: string;
  retryPolicy: RetryPolicy;
  deadLetterArn?: string;
  roleArn?: string;
  sqsParameters?: { MessageGroupId?: string };
  /** Detail type and source, where the target of a schedule is a bus. */
  eventBridgeParameters?: { DetailType: string; Source: string };
  /** Set when the payload goes to a dead-letter queue: why, as AWS tells it in message attributes. */
  messageAttributes?: Record<string, string>;
}

/**
 * Hands the payload (JSON text: a function's event, a queue's message body) to the target. Resolves
 * when the target has it for good; a rejection is tried again later. Reject with
 * PermanentDeliveryError where trying again is pointless.
 */
export type Deliver = (target: DeliveryTarget, payload: string) => Promise<void>;

/** Sends a delivery to its dead-letter queue without further attempts. */
export class PermanentDeliveryError extends Error {
  override readonly name = 'PermanentDeliveryError';
}

export const DELIVERY_SCHEMA = `
CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, created_ms INTEGER NOT NULL, due_ms INTEGER NOT NULL, last_error TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_ms, id);
`;

export interface OutboxOptions {
  db: Database;
  clock: Clock;
  deliver: Deliver;
  log: (line: string) => void;
  /** Fills in what is known only at the attempt; `attempt` counts from 1. */
  render?: (payload: string, attempt: number) => string;
}

const CONCURRENCY = 16;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 600_000;
/** Timers look at the clock again at least this often, so that a moved clock is noticed. */
const LONGEST_TIMER_MS = 60_000;

/** Wait before attempt `attempts` + 1: doubling from one second to ten minutes. */
const backoffMs = (attempts: number): number =>
  Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 20));

interface Row {
  id: number;
  target: string;
  payload: string;
  attempts: number;
  created_ms: number;
}

/**
 * Deliveries that were promised and are not yet made. They are rows until the target has taken them,
 * so a crash at any moment leads to another attempt and never to a loss.
 */
export class Outbox {
  private readonly options: OutboxOptions;
  private readonly running = new Map<number, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  private now(): number {
    return this.options.clock().getTime();
  }

  /** Promises a delivery, inside the caller's transaction; `kick` afterwards. */
  add(target: DeliveryTarget, payload: string, dueMs = this.now()): void {
    this.options.db
      .sql('INSERT INTO deliveries (target, payload, created_ms, due_ms) VALUES (?, ?, ?, ?)')
      .run(JSON.stringify(target), payload, dueMs, dueMs);
  }

  /** How many deliveries are promised and not made. */
  pending(): number {
    return Number(this.options.db.sql('SELECT count(*) AS n FROM deliveries').get()!.n);
  }

  /** Starts what is due, as far as the limit on attempts at one time allows, and sets the timer for the rest. */
  kick(): void {
    if (this.closed) return;
    const free = CONCURRENCY - this.running.size;
    const rows = this.options.db
      .sql(
        'SELECT id, target, payload, attempts, created_ms FROM deliveries WHERE due_ms <= ? ORDER BY due_ms, id LIMIT ?',
      )
      .all(this.now(), CONCURRENCY + this.running.size) as unknown as Row[];
    for (const row of rows.filter(({ id }) => !this.running.has(id)).slice(0, free)) {
      const attempt = this.attempt(row).finally(() => {
        this.running.delete(row.id);
        this.kick();
      });
      this.running.set(row.id, attempt);
    }
    this.setTimer();
  }

  private setTimer(): void {
    clearTimeout(this.timer);
    const row = this.options.db
      .sql('SELECT min(due_ms) AS at FROM deliveries WHERE due_ms > ?')
      .get(this.now());
    if (row?.at == null) return;
    const wait = Math.min(LONGEST_TIMER_MS, Number(row.at) - this.now());
    this.timer = setTimeout(() => this.kick(), Math.max(1, wait));
    this.timer.unref();
  }

  private async attempt(row: Row): Promise<void> {
    const target = JSON.parse(row.target) as DeliveryTarget;
    const payload = this.options.render?.(row.payload, row.attempts + 1) ?? row.payload;
    try {
      await this.options.deliver(target, payload);
      if (!this.closed) this.options.db.sql('DELETE FROM deliveries WHERE id = ?').run(row.id);
    } catch (error) {
      if (!this.closed) this.failed(row, target, payload, error);
    }
  }

  private failed(row: Row, target: DeliveryTarget, payload: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const attempts = row.attempts + 1;
    const due = this.now() + backoffMs(attempts);
    const { maximumRetryAttempts, maximumEventAgeInSeconds } = target.retryPolicy;
    const exhausted =
      error instanceof PermanentDeliveryError
        ? 'NonRetryable'
        : attempts > maximumRetryAttempts
          ? 'MaximumRetryAttempts'
          : due - row.created_ms > maximumEventAgeInSeconds * 1000
            ? 'MaximumEventAgeInSeconds'
            : undefined;
    if (!exhausted) {
      this.options.db
        .sql('UPDATE deliveries SET attempts = ?, due_ms = ?, last_error = ? WHERE id = ?')
        .run(attempts, due, message, row.id);
      return;
    }
    this.options.db.transaction(() => {
      this.options.db.sql('DELETE FROM deliveries WHERE id = ?').run(row.id);
      if (!target.deadLetterArn) return;
      const deadLetter: DeliveryTarget = {
        arn: target.deadLetterArn,
        sourceArn: target.sourceArn,
        retryPolicy: DEFAULT_RETRY_POLICY,
        messageAttributes: {
          [target.sourceArn.includes(':scheduler:') ? 'SCHEDULE_ARN' : 'RULE_ARN']: target.sourceArn,
          TARGET_ARN: target.arn,
          ERROR_CODE: error instanceof Error ? error.name : 'Error',
          ERROR_MESSAGE: message || 'unknown',
          RETRY_ATTEMPTS: String(attempts - 1),
          EXHAUSTED_RETRY_CONDITION: exhausted,
        },
      };
      this.add(deadLetter, payload);
    });
    const fate = target.deadLetterArn ? `goes to ${target.deadLetterArn}` : 'is dropped';
    this.options.log(
      `A delivery of ${target.sourceArn} to ${target.arn} ${fate} after ${attempts} attempts: ${message}`,
    );
  }

  /** Attempts everything due now, and resolves when nothing due is left. */
  async settle(): Promise<void> {
    this.kick();
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  /** Starts no more attempts; those under way count as unmade and are repeated at the next start. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
