import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { eventually } from './eventually.ts';
import { anybody } from './tenant.ts';

const path = '/marketplace/payment-callbacks/stripe';

export interface SandboxObject {
  id: string;
  created: number;
  amount: number;
  amount_total: number;
  payment_intent: string;
  destination: string;
  transfer_group: string;
  metadata: Record<string, string>;
}

interface Held {
  sessions: SandboxObject[];
  accounts: SandboxObject[];
  transfers: SandboxObject[];
}

/** What the sandbox's Stripe holds, the newest first. */
export const heldBy = async (sandbox: TestSandbox): Promise<Held> =>
  (await sandbox.ask<Held>('GET', '/sandbox/stripe')).body;

/** Does something on a page of the sandbox's Stripe, as its button does. */
export async function press(sandbox: TestSandbox, address: string, deed: string): Promise<string> {
  const { pathname, search } = new URL(address);
  const answer = await fetch(`${sandbox.origin}${pathname}${search}`, {
    method: 'POST',
    body: new URLSearchParams({ deed }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location')!;
}

/** Has events told to the receiver of the sandbox, which keeps them; or nowhere. */
export const tellTo = (sandbox: TestSandbox, to: 'receiver' | 'nobody') =>
  sandbox.ask('POST', '/sandbox/stripe/endpoint', {
    url: to === 'receiver' ? `${sandbox.receiver}/api${path}` : '',
  });

/** As Stripe signs it. */
export const signature = (body: string, secret = 'whsec_sandbox', seconds = clock.seconds()): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** Hands a callback to the product as it came; its body is sent letter by letter. */
export const callBack = (body: string, signed: string | undefined) =>
  anybody().send('marketplace', {
    method: 'POST',
    path,
    body,
    headers: signed ? { 'stripe-signature': signed } : {},
  });

/** Waits for an event that the sandbox tells, and answers its body and its signature. */
export async function toldOf(sandbox: TestSandbox, type: string, about: string) {
  let found: { body: string; signed: string } | undefined;
  await eventually(async () => {
    const one = sandbox.told.find(({ body }) => body.includes(`"${type}"`) && body.includes(about));
    expect(one).toBeDefined();
    found = { body: one!.body, signed: String(one!.headers['stripe-signature']) };
  });
  return found!;
}
