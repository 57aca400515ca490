import { checked, type Handle, type ServiceOptions } from '../aws-json.ts';
import type { Deliver } from '../eventbridge/delivery.ts';
import { type ScheduleRequest, scheduleInput, scheduleName } from './input.ts';
import { schedulerHandle } from './rest.ts';
import { ScheduleService } from './service.ts';

export type { Deliver, DeliveryTarget } from '../eventbridge/delivery.ts';
export { parseSchedule, type Schedule, ScheduleExpressionError } from './expression.ts';
export type { ScheduleRequest } from './input.ts';

export interface SchedulerOptions extends ServiceOptions {
  /** Hands the input of a run to its target. */
  deliver: Deliver;
  /** Gets a sentence when a run is given up; console.warn by default. */
  log?: (line: string) => void;
  /** Source of the place within flexible windows, 0 to 1; Math.random by default. */
  random?: () => number;
}

export interface Scheduler {
  handle: Handle;
  /** Takes up runs that were promised or missed before the last stop. Call it once `deliver` can work. */
  start(): void;
  /** @returns the ARN of the group, which is made when it is not there. */
  ensureGroup(name: string): string;
  /** Makes the schedule or brings it up to date; answers its ARN. @throws AwsError ValidationException */
  ensureSchedule(name: string, request: ScheduleRequest): string;
  /** Runs what is due and makes every delivery that is due; resolves when none is left. */
  tick(): Promise<void>;
  /** How many runs are promised and not delivered yet. */
  pending(): number;
  close(): void;
}

/** Amazon EventBridge Scheduler on one machine; schedules and promised runs are in `scheduler.db`. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const service = new ScheduleService({
    stateDir: options.stateDir,
    clock: options.clock ?? (() => new Date()),
    region: options.region ?? 'us-east-1',
    accountId: options.accountId ?? '000000000000',
    deliver: options.deliver,
    log: options.log ?? ((line) => console.warn(line)),
    random: options.random ?? Math.random,
  });
  return {
    handle: schedulerHandle(service),
    start: () => service.runDue(),
    ensureGroup(name) {
      if (!service.store.group(name)) service.createGroup(checked(scheduleName, name), []);
      return service.groupArn(name);
    },
    ensureSchedule(name, request) {
      const { GroupName = 'default', ClientToken: _token, ...definition } = checked(scheduleInput, request);
      if (service.store.schedule(GroupName, name)) service.update(GroupName, name, definition);
      else service.create(GroupName, checked(scheduleName, name), definition);
      return service.scheduleArn(GroupName, name);
    },
    async tick() {
      service.runDue();
      await service.outbox.settle();
    },
    pending: () => service.outbox.pending(),
    close: () => service.close(),
  };
}
