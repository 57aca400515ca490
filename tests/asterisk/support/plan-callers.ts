import { expect } from 'vitest';
import type { PlanStep } from '#shared/model/dialplan/steps.ts';
import type { TestExchange } from './exchange.ts';
import type { SipCall } from './sip.ts';

/** The number that callers of plans dial. */
export const number = '+15554000000';
export const beep = { file: 'beep' };
export const start = (next: string): PlanStep => ({ id: 'start', type: 'start', ways: { next } });
export const hangUp = (id: string, cause = 16): PlanStep => ({ id, type: 'hangup', cause, ways: {} });

/** A caller presses a key. */
export const press = (call: SipCall, key: string) =>
  call.request('INFO', ['Content-Type: application/dtmf-relay'], `Signal=${key}\r\nDuration=160\r\n`);

/** The call of a caller, once the exchange has told of it. */
export async function callOf(exchange: TestExchange, from: string): Promise<string> {
  const inbound = () => exchange.events.find((one) => one.event === 'inbound' && one.from === from);
  await expect.poll(inbound).toBeDefined();
  return inbound()!.callId!;
}

/** Nodes and the ways by which a caller left them, in their order. */
export const walked = (exchange: TestExchange, callId: string) =>
  exchange
    .of(callId)
    .filter(({ event }) => event === 'plan-node')
    .map(({ nodeId, way = null }) => [nodeId, way]);
