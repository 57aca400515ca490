import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { playerKeyOf } from './pages.ts';
import { beats } from './store.ts';

const { content, signage } = api;
const sandbox = withSandbox();

it('an emergency is confirmed by what each display tells itself, and by no other', async () => {
  const time = timeTravel();
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const { displays } = (await admin.call(signage.displays)).body;
  const [asking, playing] = displays.map(({ id }) => id) as [string, string, string];
  const confirmed = async () =>
    (await admin.call(signage.displays)).body.displays.map((display) => [display.status, display.confirmed]);
  const { id: projectId } = (await admin.call(content.create, { name: 'Fire' })).body;
  const { id } = (await admin.call(signage.startEmergency, { projectId, all: true })).body;
  const none = ['offline', null];
  expect(await confirmed()).toEqual([none, none, none]);
  // One asks its provider, and so has it.
  await fetch(`${sandbox().origin}/display/${asking}/state`);
  expect(await confirmed()).toEqual([['online', id], none, none]);
  const isNews = async () => (await asSystem(tenant.id, 'test', beats)).get(playing)?.isNews ?? false;
  // One has our player, which says what is on the glass.
  const key = await asSystem(tenant.id, 'test', () => playerKeyOf(playing));
  const tell = (showing?: string) =>
    anybody().call(signage.playerPlan, { key, ...(showing ? { showing } : {}) });
  await tell();
  expect((await confirmed())[1]).toEqual(['online', null]);
  // Pages hear of a player that comes and of what it confirms, and not of each sign of life.
  expect(await isNews()).toBe(true);
  await tell();
  expect(await isNews()).toBe(false);
  await tell(id);
  expect(await isNews()).toBe(true);
  await tell(id);
  expect(await isNews()).toBe(false);
  expect(await confirmed()).toEqual([['online', id], ['online', id], none]);
  // Who is not heard of any more confirms nothing.
  time.forward({ minutes: 1 });
  expect((await confirmed())[1]).toEqual(none);
  await tell(id);
  expect(await isNews()).toBe(true);
  await admin.call(signage.endEmergency, { id });
  expect((await confirmed()).map(([, one]) => one)).toEqual([null, null, null]);
});
