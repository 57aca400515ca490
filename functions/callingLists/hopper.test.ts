import { expect, it, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { indexTold, sweepDue } from '#tests/support/due.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { callingListWork } from './api.ts';
import { entriesOf } from './store.ts';

vi.mock('./hopper.ts', () => ({
  hopper: { low: 5, full: 10, pageSize: 4, mostPages: 10, newPageSize: 2, mostNewPages: 1, placedAtOnce: 10 },
}));

const { callingLists, leads } = api;

/** Eleven in New York, a Monday. */
const morning = '2026-11-23T16:00:00Z';

/** A list of so many leads in Miami, and its minutes. */
async function listOf(count: number, sort: { field: 'score' | 'createdAt'; direction: 'asc' | 'desc' }) {
  const time = timeTravel(morning);
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const leadIds: string[] = [];
  for (let n = 0; n < count; n++)
    leadIds.push((await admin.call(leads.create, { phones: [`+1305555${1000 + n}`] })).body.id);
  const { id } = (await admin.call(callingLists.create, { name: 'Spring', filter: { all: [] }, sort })).body;
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  return {
    leadIds,
    leadsIn: async () => (await inTenant(() => entriesOf(id))).length,
    /** What the sweeper does, with what the index tells late. */
    minute: async () => {
      time.forward({ minutes: 2 });
      await indexTold();
      await inTenant(() => sweepDue({ callingList: callingListWork }));
      await indexTold();
    },
    score: (n: number, to: number) => admin.call(leads.update, { id: leadIds[n]!, score: to }),
    /** Calls the next lead for good. @returns its id */
    work: async () => {
      const { turn } = (await as(tenant.agent).call(callingLists.next, { id })).body;
      const { leadId } = turn!;
      await as(tenant.agent).call(callingLists.result, { id, leadId, result: 'finished' });
      await indexTold();
      return leadId;
    },
  };
}

it('holds some leads of a long list and takes in more as they are called', async () => {
  const { leadsIn, minute, work } = await listOf(40, { field: 'createdAt', direction: 'asc' });
  // What was put in a moment ago may not be told of yet when it is counted: the newest two beside a page too many.
  const most = 10 + 4 + 2;
  expect(await leadsIn()).toBeLessThanOrEqual(most);
  for (let n = 0; n < 3; n++) await minute();
  const before = await leadsIn();
  expect(before).toBeLessThanOrEqual(most);
  for (let n = 0; n < 10; n++) await work();
  for (let n = 0; n < 2; n++) await minute();
  expect(await leadsIn()).toBeGreaterThan(before);
});

it('follows scores that change while leads wait', async () => {
  const { minute, score, work, leadIds } = await listOf(4, { field: 'score', direction: 'desc' });
  await score(2, 40);
  await score(3, 90);
  await minute();
  expect(await work()).toBe(leadIds[3]);
  await score(2, 5);
  await score(1, 60);
  await minute();
  expect(await work()).toBe(leadIds[1]);
  expect(await work()).toBe(leadIds[2]);
});

it('takes in who has become the first of the order, though the list was read past them', async () => {
  const { minute, score, work, leadIds } = await listOf(40, { field: 'score', direction: 'desc' });
  await minute();
  await score(20, 99);
  await minute();
  expect(await work()).toBe(leadIds[20]);
});
