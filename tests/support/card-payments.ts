import { afterEach, beforeEach, expect, vi } from 'vitest';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { AuditEntries, auditMonth } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import { market, type Side } from './market.ts';
import { heldBy, tellTo } from './market-payments.ts';
import { withSandbox } from './sandbox.ts';

const { marketplace } = api;

/** Payments by card for the tests of a file, at the sandbox's Stripe, whose callbacks a receiver keeps for the test to send. */
export function withCardPayments() {
  const sandbox = withSandbox();
  beforeEach(() => tellTo(sandbox(), 'receiver'));
  afterEach(async () => {
    vi.restoreAllMocks();
    await sandbox().ask('DELETE', '/sandbox/script');
  });

  const pay = (by: Side['admin'], amountCents: number, requestId = newId('req')) =>
    by.call(marketplace.pay, { amountCents, requestId });
  const seen = async ({ admin }: Side, id: string) => (await admin.call(marketplace.payment, { id })).body;
  const sessionOf = async (paymentId: string) =>
    (await heldBy(sandbox())).sessions.find(({ metadata }) => metadata.payment_id === paymentId)!;
  /** What the operator reads of this month under Activity. */
  const activity = async () => {
    const entries = await asSystem(platformTenant, 'test', () =>
      AuditEntries.all('key', { month: auditMonth(clock.iso()) }),
    );
    return entries.map(({ details }) => String(details.what ?? ''));
  };

  /** A buyer without a balance, and a payment of theirs whose page is open. */
  async function begun(amountCents = 5_000) {
    const world = await market({ balanceCents: 0 });
    const { body: payment, status } = await pay(world.buyer.admin, amountCents);
    expect(status).toBe(201);
    return { ...world, payment };
  }
  return { sandbox, pay, seen, sessionOf, activity, begun };
}
