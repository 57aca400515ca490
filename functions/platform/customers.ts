import { z } from 'zod';
import { asSystem } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { standingOf } from '#functions/kernel/standing.ts';
import { capsOfPlan, capsSetFor, find, numbersAfter } from '#functions/tenants/api.ts';
import { userCounts } from '#functions/users/api.ts';
import type { Customer } from '#shared/api/platform.ts';
import type { Standing } from '#shared/model/tenant.ts';
import { inCustomer } from './log.ts';

/** A tenant as the operator sees it; undefined where the registry has a number whose tenant was never finished. */
const findCustomer = (id: number): Promise<Customer | undefined> =>
  asSystem(id, 'platform', async () => {
    const [tenant, counts] = await Promise.all([find(), userCounts()]);
    if (!tenant) return undefined;
    const { name, plan, trialEndsAt, timeZone, suspendedAt, suspendedReason, createdAt } = tenant;
    return {
      id,
      name,
      plan,
      trialEndsAt: trialEndsAt ?? null,
      timeZone,
      standing: standingOf(tenant),
      suspendedAt: suspendedAt ?? null,
      suspendedReason: suspendedReason ?? null,
      users: counts.users,
      admins: counts.activeAdmins,
      planCaps: capsOfPlan(plan),
      setCaps: capsSetFor(tenant),
      createdAt,
    };
  });

/** @throws 404 */
export async function customerOr404(id: number): Promise<Customer> {
  const found = await findCustomer(id);
  if (!found) throw notFound('The tenant');
  return found;
}

/** One tenant for an operator, who leaves a trace in its audit log. @throws 404 */
export async function lookAtCustomer(id: number): Promise<Customer> {
  const customer = await customerOr404(id);
  await inCustomer(customer, (target, record) => record('operator.entered', target, {}));
  return customer;
}

interface Wanted {
  search?: string | undefined;
  standing?: Standing | undefined;
  limit: number;
  cursor?: string | undefined;
}

const { cursorOf, placeOf } = placeCursor(z.number().int().min(0));

/** Tenants read at once, and the most that one call looks through; a filter goes on from its cursor. */
const atOnce = 50;
const mostRead = 1_000;

const fits = (customer: Customer, { search, standing }: Wanted): boolean =>
  (!standing || customer.standing === standing) &&
  (!search || String(customer.id) === search || customer.name.toLowerCase().includes(search.toLowerCase()));

/** The tenant's number that a search is; undefined for words. */
const tenantNumberIn = (search = ''): number | undefined =>
  /^\d{1,10}$/.test(search) ? Number(search) : undefined;

/** Tenants by number that fit, the one with the number searched for first; of a search, those among the next thousand. */
export async function listCustomers(wanted: Wanted) {
  const { search, cursor, limit } = wanted;
  const tenants: Customer[] = [];
  let after = cursor ? placeOf(cursor) : 0;
  const wantedNumber = tenantNumberIn(search);
  if (wantedNumber && !cursor) {
    const customer = await findCustomer(wantedNumber);
    if (customer && fits(customer, wanted)) tenants.push(customer);
    if (tenants.length === limit) return { tenants, nextCursor: cursorOf(after) };
  }
  for (let read = 0; read < mostRead; ) {
    const numbers = await numbersAfter(after, atOnce);
    const found = await Promise.all(numbers.map(findCustomer));
    for (const [at, number] of numbers.entries()) {
      after = number;
      const customer = found[at];
      if (customer && number !== wantedNumber && fits(customer, wanted)) tenants.push(customer);
      if (tenants.length === limit) return { tenants, nextCursor: cursorOf(after) };
    }
    if (numbers.length < atOnce) return { tenants, nextCursor: null };
    read += numbers.length;
  }
  return { tenants, nextCursor: cursorOf(after) };
}
