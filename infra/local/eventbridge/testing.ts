import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  PutRuleCommand,
  PutTargetsCommand,
  type Target,
} from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach } from 'vitest';
import { scratchDir, serve, TestClock } from '../aws-testing.ts';
import { createEventBridge, type DeliveryTarget, type EventBridge } from './index.ts';

export const clock = new TestClock('2026-11-20T10:00:00Z');
export let scratch: ReturnType<typeof scratchDir>;
export let bridge: EventBridge;
export let server: Awaited<ReturnType<typeof serve>>;
export let client: EventBridgeClient;
export let delivered: { target: DeliveryTarget; payload: string }[];
let failing: (target: DeliveryTarget) => Error | undefined;
export let logged: string[];

export const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:q';
export const DEAD = 'arn:aws:sqs:us-east-1:000000000000:dead';

export function start(): void {
  bridge = createEventBridge({
    stateDir: scratch.dir,
    clock: clock.now,
    log: (line) => logged.push(line),
    async deliver(target, payload) {
      const error = failing(target);
      if (error) throw error;
      delivered.push({ target, payload });
    },
  });
}

beforeEach(async () => {
  clock.set('2026-11-20T10:00:00Z');
  scratch = scratchDir();
  delivered = [];
  logged = [];
  failing = () => undefined;
  start();
  server = await serve({ events: (req, res) => bridge.handle(req, res) });
  client = new EventBridgeClient(server.config);
});
afterEach(async () => {
  client.destroy();
  bridge.close();
  await server.close();
  scratch.remove();
});

export async function rule(
  Name: string,
  EventPattern: object,
  Targets: Target[],
  EventBusName?: string,
): Promise<string> {
  const { RuleArn } = await client.send(
    new PutRuleCommand({ Name, EventBusName, EventPattern: JSON.stringify(EventPattern) }),
  );
  await client.send(new PutTargetsCommand({ Rule: Name, EventBusName, Targets }));
  return RuleArn!;
}
export const put = (...Entries: PutEventsRequestEntry[]) => client.send(new PutEventsCommand({ Entries }));
export const lead = (detail: object = {}): PutEventsRequestEntry => ({
  Source: 'app.leads',
  DetailType: 'Lead Created',
  Detail: JSON.stringify(detail),
});
export const payloads = () => delivered.map(({ payload }) => JSON.parse(payload));

/** Decides which deliveries fail, and how. */
export function failWith(decide: typeof failing): void {
  failing = decide;
}

export function forgetDelivered(): void {
  delivered = [];
}
