import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { capsSetFor, eventEntity, find, type StoredTenant, updateWrite } from '#functions/tenants/api.ts';
import type { AuditAction, AuditDetails } from '#shared/model/audit.ts';
import { type Tenant, trialDays } from '#shared/model/tenant.ts';
import { type CapName, type Caps, type CapsChange, capNames, capUnits } from '#shared/model/trial-caps.ts';
import { customerOr404 } from './customers.ts';
import { inCustomer } from './log.ts';

const dayMs = 86_400_000;
const inDays = (days: number, from = clock.now()) => new Date(from + days * dayMs).toISOString();

interface Change<A extends AuditAction> {
  /** What becomes other; undefined takes an attribute away. */
  set: Partial<StoredTenant>;
  action: A;
  details: AuditDetails<A>;
}

/** Changes how a tenant stands, with entries in its own audit log and the platform's. @throws 404, 409 */
async function change<A extends AuditAction>(
  id: number,
  decide: (tenant: StoredTenant) => Change<A> | undefined,
): Promise<void> {
  await inCustomer(await customerOr404(id), async (target, record) => {
    const before = await find();
    if (!before) throw notFound('The tenant');
    const decided = decide(before);
    if (!decided) return;
    const { set, action, details } = decided;
    const after = { ...before, ...set, updatedAt: clock.iso(), version: before.version + 1 };
    const changed = Object.keys(set);
    await record(
      action,
      target,
      details,
      updateWrite(before, after),
      event('tenant.updated', eventEntity(id), { changed }),
    );
  });
}

/** Gives a tenant another plan; a trial begins now and has its full days. @throws 404, 409 */
export const setPlan = (id: number, plan: Exclude<Tenant['plan'], 'demo'>): Promise<void> =>
  change(id, (tenant) => {
    if (tenant.plan === plan) return undefined;
    const trialEndsAt = plan === 'trial' ? inDays(trialDays) : undefined;
    return {
      set: { plan, trialEndsAt },
      action: 'operator.planChanged',
      details: { from: tenant.plan, to: plan },
    };
  });

/** Adds days to a trial: to its end, or from now on where it is over already. @throws 400 when it is no trial */
export const extendTrial = (id: number, days: number): Promise<void> =>
  change(id, ({ plan, trialEndsAt }) => {
    if (plan !== 'trial') throw badRequest('This workspace is not on trial.');
    const until = inDays(days, Math.max(clock.now(), Date.parse(trialEndsAt ?? clock.iso())));
    return { set: { trialEndsAt: until }, action: 'operator.trialExtended', details: { days, until } };
  });

const capText = (cap: number | undefined): string =>
  cap === undefined ? "the plan's" : cap.toLocaleString('en-US');

/** Sets caps in place of the plan's; null takes one back. They count from the next message, call or user on. @throws 404, 409 */
export const setCaps = (id: number, wanted: CapsChange): Promise<void> =>
  change(id, (tenant) => {
    const before = capsSetFor(tenant);
    const after: Caps = { ...before };
    for (const name of capNames) {
      const cap = wanted[name];
      if (cap === null) delete after[name];
      else if (cap !== undefined) after[name] = cap;
    }
    const changed = capNames.filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return undefined;
    const said = (name: CapName) =>
      `${capUnits[name]} from ${capText(before[name])} to ${capText(after[name])}`;
    return {
      set: { caps: Object.keys(after).length > 0 ? after : undefined },
      action: 'operator.limitChanged',
      details: { changed: changed.map(said) },
    };
  });

/** Suspends a tenant: nobody works in it and nothing leaves it. @throws 404, 409 */
export const suspend = (id: number, reason: string): Promise<void> =>
  change(id, ({ suspendedAt }) => {
    if (suspendedAt) throw conflict('This workspace is suspended already.');
    return {
      set: { suspendedAt: clock.iso(), suspendedReason: reason },
      action: 'operator.suspended',
      details: { reason },
    };
  });

/** Ends a suspension; a tenant that is not suspended stays as it is. @throws 404, 409 */
export const resume = (id: number): Promise<void> =>
  change(id, ({ suspendedAt }) =>
    suspendedAt
      ? {
          set: { suspendedAt: undefined, suspendedReason: undefined },
          action: 'operator.resumed',
          details: {},
        }
      : undefined,
  );
