import { randomUUID } from 'node:crypto';
import { AwsError, type Clock } from '../aws-json.ts';
import { parseSchedule, ScheduleExpressionError } from '../scheduler/expression.ts';
import { DEFAULT_RETRY_POLICY, type Deliver, Outbox } from './delivery.ts';
import { checkEntry, type EntryError, type PutEventsEntry } from './entries.ts';
import { checkInput, targetInput } from './input.ts';
import { compilePattern, type EventTest } from './pattern.ts';
import { EventStore, type RuleDefinition, type RuleRecord, type RuleTarget } from './store.ts';

export interface EventServiceOptions {
  stateDir: string;
  clock: Clock;
  region: string;
  accountId: string;
  deliver: Deliver;
  log: (line: string) => void;
}

export const resourceNotFound = (what: string): AwsError =>
  new AwsError('ResourceNotFoundException', `${what} does not exist.`);

/** Times in events have no milliseconds. */
const eventTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const TARGETS_PER_RULE = 5;
/** Timers look at the clock again at least this often, so that a moved clock is noticed. */
const LONGEST_TIMER_MS = 60_000;

interface ActiveRule {
  record: RuleRecord;
  fits: EventTest;
  targets: RuleTarget[];
}

/** What EventBridge does, apart from its wire format. */
export class EventService {
  readonly store: EventStore;
  readonly outbox: Outbox;
  readonly accountId: string;
  readonly region: string;
  private readonly clock: Clock;
  private readonly log: (line: string) => void;
  /** Compiled rules by bus, thrown away whenever a rule or a target changes. */
  private readonly active = new Map<string, ActiveRule[]>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: EventServiceOptions) {
    this.store = new EventStore(options.stateDir);
    this.clock = options.clock;
    this.region = options.region;
    this.accountId = options.accountId;
    this.log = options.log;
    this.store.addBus('default', this.now());
    this.outbox = new Outbox({
      db: this.store.db,
      clock: options.clock,
      deliver: options.deliver,
      log: options.log,
    });
  }

  now(): number {
    return this.clock().getTime();
  }

  busArn(bus: string): string {
    return `arn:aws:events:${this.region}:${this.accountId}:event-bus/${bus}`;
  }

  ruleArn(bus: string, name: string): string {
    const path = bus === 'default' ? name : `${bus}/${name}`;
    return `arn:aws:events:${this.region}:${this.accountId}:rule/${path}`;
  }

  /** A bus by name or ARN. @throws AwsError ResourceNotFoundException */
  bus(nameOrArn = 'default'): string {
    const name = nameOrArn.slice(nameOrArn.lastIndexOf('/') + 1);
    if (!this.store.hasBus(name)) throw resourceNotFound(`Event bus ${name}`);
    return name;
  }

  /** @throws AwsError ResourceNotFoundException */
  rule(bus: string, name: string): RuleRecord {
    const rule = this.store.rule(bus, name);
    if (!rule) throw resourceNotFound(`Rule ${name} on EventBus ${bus}`);
    return rule;
  }

  private nextRun(rule: RuleDefinition, afterMs: number, anchorMs: number): number | undefined {
    if (!rule.ScheduleExpression || rule.State === 'DISABLED') return undefined;
    return parseSchedule(rule.ScheduleExpression).next(afterMs, anchorMs);
  }

  /** Makes or changes a rule; a changed schedule counts from now. @throws AwsError ValidationException */
  putRule(bus: string, name: string, definition: RuleDefinition): RuleRecord {
    const { EventPattern, ScheduleExpression } = definition;
    if (!EventPattern && !ScheduleExpression)
      throw new AwsError(
        'ValidationException',
        'Parameter(s) EventPattern or ScheduleExpression must be specified.',
      );
    if (EventPattern) compilePattern(EventPattern);
    if (ScheduleExpression) {
      if (bus !== 'default')
        throw new AwsError(
          'ValidationException',
          'ScheduleExpression is supported only on the default event bus.',
        );
      this.checkSchedule(ScheduleExpression);
    }
    const now = this.now();
    const before = this.store.rule(bus, name);
    const unchanged = before?.ScheduleExpression === ScheduleExpression && before?.State === definition.State;
    const anchorMs = before && unchanged ? before.anchorMs : now;
    const nextMs = before && unchanged ? before.nextMs : this.nextRun(definition, now, anchorMs);
    const record: RuleRecord = { ...definition, bus, name, anchorMs, nextMs };
    this.store.putRule(record);
    this.active.delete(bus);
    this.setTimer();
    return record;
  }

  private checkSchedule(expression: string): void {
    try {
      if (parseSchedule(expression).kind === 'at')
        throw new ScheduleExpressionError('a rule takes rate(…) or cron(…)');
    } catch (error) {
      if (!(error instanceof ScheduleExpressionError)) throw error;
      throw new AwsError(
        'ValidationException',
        `Parameter ScheduleExpression is not valid. ${error.message}`,
      );
    }
  }

  /** @throws AwsError ValidationException while it has targets; a rule that is not there is deleted already */
  deleteRule(bus: string, name: string): void {
    if (this.store.targets(bus, name).length > 0)
      throw new AwsError('ValidationException', "Rule can't be deleted since it has targets.");
    this.store.deleteRule(bus, name);
    this.active.delete(bus);
  }

  /** @throws AwsError ResourceNotFoundException, LimitExceededException, ValidationException */
  putTargets(bus: string, ruleName: string, targets: RuleTarget[]): void {
    this.rule(bus, ruleName);
    const ids = new Set([...this.store.targets(bus, ruleName), ...targets].map(({ Id }) => Id));
    if (ids.size > TARGETS_PER_RULE)
      throw new AwsError(
        'LimitExceededException',
        'The requested resource exceeds the maximum number allowed.',
      );
    for (const target of targets) {
      checkInput(target);
      if (target.Arn.endsWith('.fifo') && !target.SqsParameters?.MessageGroupId)
        throw new AwsError(
          'ValidationException',
          `Parameter(s) SqsParameters must be specified for target: ${target.Id}.`,
        );
    }
    this.store.db.transaction(() => {
      for (const target of targets) this.store.putTarget(bus, ruleName, target);
    });
    this.active.delete(bus);
  }

  /** @returns ids that were not there. */
  removeTargets(bus: string, ruleName: string, ids: string[]): string[] {
    this.rule(bus, ruleName);
    const missing = ids.filter((id) => !this.store.removeTarget(bus, ruleName, id));
    this.active.delete(bus);
    return missing;
  }

  private activeRules(bus: string): ActiveRule[] {
    let rules = this.active.get(bus);
    if (!rules) {
      rules = this.store
        .rules(bus)
        .filter((record) => record.State !== 'DISABLED' && record.EventPattern)
        .map((record) => ({
          record,
          fits: compilePattern(record.EventPattern!),
          targets: this.store.targets(bus, record.name),
        }));
      this.active.set(bus, rules);
    }
    return rules;
  }

  private promise(
    record: RuleRecord,
    targets: RuleTarget[],
    event: Record<string, unknown>,
    nowMs: number,
  ): void {
    const sourceArn = this.ruleArn(record.bus, record.name);
    for (const target of targets) {
      const payload = targetInput(target, event, {
        ruleArn: sourceArn,
        ruleName: record.name,
        ingestionTime: new Date(nowMs).toISOString(),
      });
      this.outbox.add(
        {
          arn: target.Arn,
          sourceArn,
          input: target.Input,
          retryPolicy: {
            maximumRetryAttempts:
              target.RetryPolicy?.MaximumRetryAttempts ?? DEFAULT_RETRY_POLICY.maximumRetryAttempts,
            maximumEventAgeInSeconds:
              target.RetryPolicy?.MaximumEventAgeInSeconds ?? DEFAULT_RETRY_POLICY.maximumEventAgeInSeconds,
          },
          deadLetterArn: target.DeadLetterConfig?.Arn,
          roleArn: target.RoleArn,
          sqsParameters: target.SqsParameters,
        },
        payload,
        nowMs,
      );
    }
  }

  /**
   * Stores a delivery for each matched target of each entry, in one transaction, and then answers;
   * the deliveries are made afterwards. Entries for a bus that does not exist are taken and lost, as
   * AWS does it, but a line in the log says so.
   */
  putEvents(entries: PutEventsEntry[], allowAwsSource = false): ({ EventId: string } | EntryError)[] {
    const now = this.now();
    const results = this.store.db.transaction(() =>
      entries.map((entry) => {
        const checkedEntry = checkEntry(entry, allowAwsSource);
        if ('error' in checkedEntry) return checkedEntry.error;
        const id = randomUUID();
        const name = entry.EventBusName ?? 'default';
        const bus = name.slice(name.lastIndexOf('/') + 1);
        if (!this.store.hasBus(bus))
          this.log(`An event of ${entry.Source} went to the bus ${bus}, which does not exist.`);
        const event = {
          version: '0',
          id,
          'detail-type': entry.DetailType,
          source: entry.Source,
          account: this.accountId,
          time: eventTime(entry.Time === undefined ? now : entry.Time * 1000),
          region: this.region,
          resources: entry.Resources ?? [],
          detail: checkedEntry.detail,
        };
        for (const { record, fits, targets } of this.activeRules(bus))
          if (fits(event)) this.promise(record, targets, event, now);
        return { EventId: id };
      }),
    );
    this.outbox.kick();
    return results;
  }

  /** Runs the scheduled rules that are due: once each, however many runs a stop may have missed. */
  runDueRules(): void {
    if (this.closed) return;
    const now = this.now();
    this.store.db.transaction(() => {
      for (const rule of this.store.dueRules(now)) {
        const event = {
          version: '0',
          id: randomUUID(),
          'detail-type': 'Scheduled Event',
          source: 'aws.events',
          account: this.accountId,
          time: eventTime(rule.nextMs!),
          region: this.region,
          resources: [this.ruleArn(rule.bus, rule.name)],
          detail: {},
        };
        this.promise(rule, this.store.targets(rule.bus, rule.name), event, now);
        this.store.putRule({ ...rule, nextMs: this.nextRun(rule, now, rule.anchorMs) });
      }
    });
    this.outbox.kick();
    this.setTimer();
  }

  private setTimer(): void {
    clearTimeout(this.timer);
    const next = this.store.nextRunMs();
    if (next === undefined || this.closed) return;
    const wait = Math.min(LONGEST_TIMER_MS, Math.max(1, next - this.now()));
    this.timer = setTimeout(() => this.runDueRules(), wait);
    this.timer.unref();
  }

  /** Takes up what was promised before the last stop, and the schedules. */
  start(): void {
    this.runDueRules();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.outbox.close();
    this.store.db.close();
  }
}
