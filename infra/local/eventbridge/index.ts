import { AwsError, checked, type Handle, jsonService, type ServiceOptions } from '../aws-json.ts';
import type { Deliver } from './delivery.ts';
import type { PutEventsEntry } from './entries.ts';
import { eventOperations, ruleTarget } from './operations.ts';
import { EventService } from './service.ts';
import type { RuleDefinition, RuleTarget } from './store.ts';

export { type Deliver, type DeliveryTarget, PermanentDeliveryError, type RetryPolicy } from './delivery.ts';
export type { PutEventsEntry } from './entries.ts';
export type { RuleDefinition, RuleTarget } from './store.ts';

export interface EventBridgeOptions extends ServiceOptions {
  /** Hands a payload to a function, a queue or whatever the ARN names. */
  deliver: Deliver;
  /** Gets a sentence when a delivery is given up or an event went nowhere; console.warn by default. */
  log?: (line: string) => void;
}

export interface EventBridge {
  handle: Handle;
  /** Takes up deliveries and schedules from before the last stop. Call it once `deliver` can work. */
  start(): void;
  /** @returns the ARN of the bus, which is made when it is not there. */
  ensureBus(name: string): string;
  /**
   * Makes the rule, or brings it and exactly these targets up to date; answers its ARN.
   * @throws AwsError ValidationException, InvalidEventPatternException
   */
  ensureRule(bus: string, name: string, definition: Partial<RuleDefinition>, targets: RuleTarget[]): string;
  deleteRule(bus: string, name: string): void;
  ruleNames(bus: string): string[];
  /**
   * Puts one event; unlike the API it may come from a source that begins with `aws.`.
   * @returns its id, when a delivery to each matched target is stored. @throws AwsError for a bad entry
   */
  putEvent(entry: PutEventsEntry): string;
  /** Runs due schedules and makes every delivery that is due; resolves when none is left. */
  tick(): Promise<void>;
  /** How many deliveries are promised and not made yet. */
  pending(): number;
  close(): void;
}

/** Amazon EventBridge on one machine; rules and promised deliveries are in `eventbridge.db`. */
export function createEventBridge(options: EventBridgeOptions): EventBridge {
  const service = new EventService({
    stateDir: options.stateDir,
    clock: options.clock ?? (() => new Date()),
    region: options.region ?? 'us-east-1',
    accountId: options.accountId ?? '000000000000',
    deliver: options.deliver,
    log: options.log ?? ((line) => console.warn(line)),
  });
  return {
    handle: jsonService({
      target: 'AWSEvents',
      version: '1.1',
      namespace: 'com.amazonaws.eventbridge',
      operations: eventOperations(service),
    }),
    start: () => service.start(),
    ensureBus(name) {
      service.store.addBus(name, service.now());
      return service.busArn(name);
    },
    ensureRule(bus, name, definition, targets) {
      const busName = service.bus(bus);
      const wanted = targets.map((target) => checked(ruleTarget, target));
      service.store.db.transaction(() => {
        service.putRule(busName, name, { State: 'ENABLED', ...definition });
        const stale = service.store
          .targets(busName, name)
          .filter(({ Id }) => !wanted.some((target) => target.Id === Id));
        service.removeTargets(
          busName,
          name,
          stale.map(({ Id }) => Id),
        );
        service.putTargets(busName, name, wanted);
      });
      return service.ruleArn(busName, name);
    },
    deleteRule(bus, name) {
      const targets = service.store.targets(bus, name).map(({ Id }) => Id);
      if (targets.length > 0) service.removeTargets(bus, name, targets);
      service.deleteRule(bus, name);
    },
    ruleNames: (bus) => service.store.rules(bus).map(({ name }) => name),
    putEvent(entry) {
      const [result] = service.putEvents([entry], true);
      if (!result || 'ErrorCode' in result)
        throw new AwsError(result?.ErrorCode ?? 'InternalException', result?.ErrorMessage ?? 'No answer.');
      return result.EventId;
    },
    async tick() {
      service.runDueRules();
      await service.outbox.settle();
    },
    pending: () => service.outbox.pending(),
    close: () => service.close(),
  };
}
