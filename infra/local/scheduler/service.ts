import { randomUUID } from 'node:crypto';
import { AwsError, type Clock } from '../aws-json.ts';
import { DEFAULT_RETRY_POLICY, type Deliver, Outbox } from '../eventbridge/delivery.ts';
import { parseSchedule, type Schedule, ScheduleExpressionError } from './expression.ts';
import type { ScheduleInput } from './input.ts';
import { type ScheduleRecord, ScheduleStore } from './store.ts';

export interface ScheduleServiceOptions {
  stateDir: string;
  clock: Clock;
  region: string;
  accountId: string;
  deliver: Deliver;
  log: (line: string) => void;
  /** 0 to 1, for the place of a run in its flexible window. */
  random: () => number;
}

export const notFound = (what: string): AwsError =>
  new AwsError('ResourceNotFoundException', `${what} does not exist.`, 404);
const invalid = (message: string): AwsError => new AwsError('ValidationException', message);

/** How far in the past a StartDate may be. */
const START_GRACE_MS = 5 * 60_000;
/** Timers look at the clock again at least this often, so that a moved clock is noticed. */
const LONGEST_TIMER_MS = 60_000;
const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** What EventBridge Scheduler does, apart from its wire format. */
export class ScheduleService {
  readonly store: ScheduleStore;
  readonly outbox: Outbox;
  readonly options: ScheduleServiceOptions;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: ScheduleServiceOptions) {
    this.options = options;
    this.store = new ScheduleStore(options.stateDir);
    if (!this.store.group('default')) this.createGroup('default', []);
    this.outbox = new Outbox({
      db: this.store.db,
      clock: options.clock,
      deliver: options.deliver,
      log: options.log,
      render: (payload, attempt) => payload.replaceAll('<aws.scheduler.attempt-number>', String(attempt)),
    });
  }

  now(): number {
    return this.options.clock().getTime();
  }

  private arn(resource: string): string {
    return `arn:aws:scheduler:${this.options.region}:${this.options.accountId}:${resource}`;
  }

  scheduleArn(group: string, name: string): string {
    return this.arn(`schedule/${group}/${name}`);
  }

  groupArn(name: string): string {
    return this.arn(`schedule-group/${name}`);
  }

  createGroup(name: string, tags: { Key: string; Value: string }[]): void {
    if (this.store.group(name))
      throw new AwsError('ConflictException', `Schedule group ${name} already exists.`, 409);
    const now = this.now();
    this.store.putGroup({ name, tags, createdMs: now, modifiedMs: now });
  }

  deleteGroup(name: string): void {
    if (name === 'default') throw invalid('The default schedule group cannot be deleted.');
    if (!this.store.group(name)) throw notFound(`Schedule group ${name}`);
    this.store.deleteGroup(name);
  }

  /** @throws AwsError ResourceNotFoundException */
  schedule(group: string, name: string): ScheduleRecord {
    const record = this.store.schedule(group, name);
    if (!record) throw notFound(`Schedule ${name}`);
    return record;
  }

  private parse(definition: ScheduleInput): Schedule {
    try {
      return parseSchedule(definition.ScheduleExpression, definition.ScheduleExpressionTimezone);
    } catch (error) {
      if (!(error instanceof ScheduleExpressionError)) throw error;
      throw invalid(`Invalid Schedule Expression ${definition.ScheduleExpression}. ${error.message}`);
    }
  }

  private check(definition: ScheduleInput, now: number): void {
    const { StartDate, EndDate, Target } = definition;
    this.parse(definition);
    if (StartDate !== undefined && StartDate * 1000 < now - START_GRACE_MS)
      throw invalid('The StartDate you specify cannot be earlier than 5 minutes ago.');
    if (EndDate !== undefined && EndDate * 1000 <= Math.max(now, (StartDate ?? 0) * 1000))
      throw invalid('The EndDate you specify must come after the StartDate and be in the future.');
    if (Target.Arn.endsWith('.fifo') && !Target.SqsParameters?.MessageGroupId)
      throw invalid('A FIFO queue as target needs SqsParameters.MessageGroupId.');
  }

  /** The run after `afterMs`, between start and end date, put somewhere in the flexible window. */
  private following(
    definition: ScheduleInput,
    anchorMs: number,
    afterMs: number,
  ): { nextMs?: number; fireMs?: number } {
    if (definition.State === 'DISABLED') return {};
    const schedule = this.parse(definition);
    const once = schedule.kind === 'at';
    const startMs =
      once || definition.StartDate === undefined ? Number.NEGATIVE_INFINITY : definition.StartDate * 1000;
    const nextMs = schedule.next(Math.max(afterMs, startMs - 1), anchorMs);
    if (nextMs === undefined) return {};
    if (!once && definition.EndDate !== undefined && nextMs > definition.EndDate * 1000) return {};
    const windowMs = (definition.FlexibleTimeWindow.MaximumWindowInMinutes ?? 0) * 60_000;
    return { nextMs, fireMs: nextMs + Math.floor(this.options.random() * windowMs) };
  }

  /**
   * A second call with the same token and content answers as the first. A rate without a start date
   * runs at once, and so does an `at` that has passed.
   * @throws AwsError ConflictException, ResourceNotFoundException, ValidationException
   */
  create(group: string, name: string, definition: ScheduleInput, clientToken?: string): ScheduleRecord {
    if (!this.store.group(group)) throw notFound(`Schedule group ${group}`);
    const now = this.now();
    const existing = this.store.schedule(group, name);
    if (existing) {
      const same = JSON.stringify(existing.definition) === JSON.stringify(definition);
      if (clientToken !== undefined && existing.clientToken === clientToken && same) return existing;
      throw new AwsError('ConflictException', `Schedule ${name} already exists.`, 409);
    }
    this.check(definition, now);
    return this.save({
      group,
      name,
      definition,
      clientToken,
      createdMs: now,
      modifiedMs: now,
      anchorMs: now,
    });
  }

  private save(record: ScheduleRecord): ScheduleRecord {
    const { definition } = record;
    const kind = this.parse(definition).kind;
    const anchorMs = definition.StartDate === undefined ? record.modifiedMs : definition.StartDate * 1000;
    const afterMs =
      kind === 'at' ? Number.NEGATIVE_INFINITY : kind === 'rate' ? anchorMs - 1 : record.modifiedMs;
    const saved = {
      ...record,
      anchorMs,
      nextMs: undefined,
      fireMs: undefined,
      ...this.following(definition, anchorMs, afterMs),
    };
    this.store.putSchedule(saved);
    this.setTimer();
    return saved;
  }

  /** Replaces all of a schedule; one whose times stay the same keeps its next run. */
  update(group: string, name: string, definition: ScheduleInput): ScheduleRecord {
    const existing = this.schedule(group, name);
    const now = this.now();
    const times = (d: ScheduleInput) =>
      JSON.stringify([
        d.ScheduleExpression,
        d.ScheduleExpressionTimezone,
        d.StartDate,
        d.EndDate,
        d.State,
        d.FlexibleTimeWindow,
      ]);
    if (times(definition) === times(existing.definition)) {
      const kept = { ...existing, definition, modifiedMs: now };
      this.store.putSchedule(kept);
      return kept;
    }
    this.check(definition, now);
    return this.save({ ...existing, definition, modifiedMs: now });
  }

  delete(group: string, name: string): void {
    this.schedule(group, name);
    this.store.deleteSchedule(group, name);
  }

  private promise(record: ScheduleRecord, now: number): void {
    const { Target } = record.definition;
    const sourceArn = this.scheduleArn(record.group, record.name);
    const id = randomUUID();
    const time = isoSeconds(record.nextMs!);
    const standard = JSON.stringify({
      version: '0',
      id,
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account: this.options.accountId,
      time,
      region: this.options.region,
      resources: [sourceArn],
      detail: '{}',
    });
    const payload = (Target.Input ?? standard)
      .replaceAll('<aws.scheduler.schedule-arn>', sourceArn)
      .replaceAll('<aws.scheduler.scheduled-time>', time)
      .replaceAll('<aws.scheduler.execution-id>', id);
    this.outbox.add(
      {
        arn: Target.Arn,
        sourceArn,
        input: Target.Input,
        retryPolicy: {
          maximumRetryAttempts:
            Target.RetryPolicy?.MaximumRetryAttempts ?? DEFAULT_RETRY_POLICY.maximumRetryAttempts,
          maximumEventAgeInSeconds:
            Target.RetryPolicy?.MaximumEventAgeInSeconds ?? DEFAULT_RETRY_POLICY.maximumEventAgeInSeconds,
        },
        deadLetterArn: Target.DeadLetterConfig?.Arn,
        roleArn: Target.RoleArn,
        sqsParameters: Target.SqsParameters,
        eventBridgeParameters: Target.EventBridgeParameters,
      },
      payload,
      now,
    );
  }

  /** Promises a run of every due schedule, once each, however many runs a stop may have missed. */
  runDue(): void {
    if (this.closed) return;
    const now = this.now();
    this.store.db.transaction(() => {
      for (const record of this.store.due(now)) {
        this.promise(record, now);
        const { definition, group, name } = record;
        const following = this.following(definition, record.anchorMs, Math.max(now, record.nextMs!));
        if (following.nextMs === undefined && definition.ActionAfterCompletion === 'DELETE')
          this.store.deleteSchedule(group, name);
        else this.store.putSchedule({ ...record, nextMs: undefined, fireMs: undefined, ...following });
      }
    });
    this.outbox.kick();
    this.setTimer();
  }

  private setTimer(): void {
    clearTimeout(this.timer);
    const next = this.store.nextFireMs();
    if (next === undefined || this.closed) return;
    const wait = Math.min(LONGEST_TIMER_MS, Math.max(1, next - this.now()));
    this.timer = setTimeout(() => this.runDue(), wait);
    this.timer.unref();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.outbox.close();
    this.store.db.close();
  }
}
