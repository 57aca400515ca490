import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { saveTraining } from '#functions/leads/api.ts';
import { api } from '#shared/api/index.ts';
import { noCalls } from '#shared/model/lead-score/best-hours.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { callingLists, leads } = api;

/** A Monday: eleven in Miami, eight in Los Angeles. */
const monday = '2026-11-23T16:00:00Z';
const mondayAt = (hour: number) => 24 + hour;

/** Of so many hours' calls which were answered: eight in ten at eight and at noon, one in ten at nine and at eleven. */
function learnedHours() {
  const hours = noCalls();
  for (const [hour, answered] of [
    [8, 80],
    [9, 10],
    [11, 10],
    [12, 80],
  ] as const) {
    hours.calls[mondayAt(hour)] = 100;
    hours.answered[mondayAt(hour)] = answered;
  }
  return hours;
}

async function floor(bestHourFirst: boolean) {
  const clock = timeTravel(monday);
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const add = async (phone: string) => (await admin.call(leads.create, { phones: [phone] })).body.id;
  const miami = [await add('+13055550101'), await add('+13055550102')];
  const losAngeles = [await add('+12135550101'), await add('+12135550102')];
  const { body: list } = await admin.call(callingLists.create, {
    name: 'Spring',
    filter: { all: [] },
    sort: { field: 'createdAt', direction: 'asc' },
    bestHourFirst,
  });
  const learn = () =>
    asSystem(tenant.id, 'jobs', () =>
      saveTraining('train_1', {
        training: { won: 0, lost: 0, isBetter: false } as never,
        hours: learnedHours(),
        isCapped: false,
      }),
    );
  const next = async () =>
    (await as(tenant.agent).call(callingLists.next, { id: list.id })).body.turn!.leadId;
  const done = (leadId: string) =>
    as(tenant.agent).call(callingLists.result, { id: list.id, leadId, result: 'finished' });
  return { clock, miami, losAngeles, learn, next, done };
}

it('gives out first whom most people like answer at this hour of their own, and goes with the clock', async () => {
  const { clock, miami, losAngeles, learn, next, done } = await floor(true);
  await learn();
  const first = await next();
  expect(first).toBe(losAngeles[0]);
  await done(first);
  // At noon in Miami and nine in Los Angeles it is the other way round, in the list's order among those alike.
  clock.forward({ minutes: 60 });
  const second = await next();
  await done(second);
  const third = await next();
  await done(third);
  expect([second, third]).toEqual(miami);
  expect(await next()).toBe(losAngeles[1]);
});

it('keeps the order of the list while nothing was learned, or it is not asked for', async () => {
  const unlearned = await floor(true);
  expect(await unlearned.next()).toBe(unlearned.miami[0]);
  const plain = await floor(false);
  await plain.learn();
  expect(await plain.next()).toBe(plain.miami[0]);
});
