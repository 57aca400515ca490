import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { leads, leadAssignments } = api;

/** Runs once, after the page of old assignments was read and before its leads are. */
const between = vi.hoisted(() => ({ run: async () => {} }));
vi.mock('#functions/leads/api.ts', async (importActual) => {
  const actual = await importActual<typeof import('#functions/leads/api.ts')>();
  return {
    ...actual,
    readBucket: async (...given: Parameters<typeof actual.readBucket>) => {
      const page = await actual.readBucket(...given);
      const { run } = between;
      between.run = async () => {};
      await run();
      return page;
    },
  };
});

afterEach(() => {
  between.run = async () => {};
});

describe('expiring old assignments', () => {
  it('keeps a lead that was reassigned after the list of old assignments was read', async () => {
    const clock = timeTravel();
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const other = await tenant.user('agent');
    const add = async (lastName: string) =>
      (await admin.call(leads.create, { lastName, ownerId: tenant.agent.userId })).body.id;
    const moved = await add('Moved');
    const old = await add('Old');
    clock.forward({ days: 4 });
    between.run = async () => {
      await admin.call(leadAssignments.transfer, { leadId: moved, agentId: other.userId, reason: '' });
    };
    expect((await admin.call(leadAssignments.expireOld, {})).body).toMatchObject({ released: 1 });
    expect((await admin.call(leads.get, { id: moved })).body.ownerId).toBe(other.userId);
    expect((await admin.call(leads.get, { id: old })).body.ownerId).toBeNull();
  });
});
