import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { findLead } from '#functions/leads/api.ts';
import { timeline } from '#functions/leads/timeline.ts';
import { api } from '#shared/api/index.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { as } from '#tests/support/tenant.ts';
import { optOut } from '../opt-out/opt-out.ts';
import { textCaller } from './text-caller.ts';

/* A dial plan has whoever is on the line texted. */

let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

async function desk() {
  const time = await world.clock();
  const all = await texting();
  const to = await all.lead();
  const admin = as(all.tenant.admin);
  const template = async (body: string, channel: 'sms' | 'email' = 'sms') => {
    const made = await admin.call(api.messageTemplates.create, {
      name: `Template ${body.slice(0, 20)}`,
      channel,
      body,
      ...(channel === 'email' ? { subject: 'Hello' } : {}),
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'exchange', work);
  const ask = (
    templateId: string,
    { from = to.number, called = '', isKnown = true, callId = 'cal_1', nodeId = 'text' } = {},
  ) =>
    system(async () => {
      const lead = isKnown ? await findLead(to.id) : undefined;
      return textCaller({
        call: { id: callId, from, to: called },
        lead,
        templateId,
        planId: 'dlp_1',
        nodeId,
      });
    });
  const texts = async (number = to.number) => {
    await world.work();
    return (await world.phone(number)).map(({ body, ours }) => ({ body, ours }));
  };
  return { ...all, time, to, admin, template, system, ask, texts };
}

it('goes out once for a call and node, with the values of the lead who calls', async () => {
  const { ask, texts, template, to, system } = await desk();
  const id = await template('Hello {{ lead.firstName }}, find us at the corner of Main.');
  expect(await ask(id)).toBe(true);
  expect(await ask(id)).toBe(true);
  const said = (await texts()).map(({ body }) => body);
  expect(said).toEqual([expect.stringMatching(/^Hello \w+, find us at the corner of Main\./)]);
  expect(await ask(id, { callId: 'cal_2' })).toBe(true);
  expect(await ask(id, { callId: 'cal_2', nodeId: 'other' })).toBe(true);
  expect(await texts()).toHaveLength(3);
  const told = await system(() => timeline(to.id, { limit: 20 }));
  expect(JSON.stringify(told)).toContain('find us at the corner');
});

it('comes from the number that was called, where that is one of the workspace’s that can text', async () => {
  const { ask, texts, template, admin } = await desk();
  const id = await template('Thank you for calling.');
  await ask(id, { isKnown: false });
  const [{ ours } = { ours: '' }] = await texts();
  const { body } = await admin.call(api.sms.numbers, {});
  const own = body.numbers.map(({ number }: { number: string }) => number);
  expect(own).toContain(ours);
  await ask(id, { isKnown: false, callId: 'cal_2', from: '+13055550170', called: ours });
  await ask(id, { isKnown: false, callId: 'cal_3', from: '+13055550171', called: '+19995550100' });
  expect((await texts('+13055550170')).map((one) => one.ours)).toEqual([ours]);
  expect((await texts('+13055550171')).map((one) => own.includes(one.ours))).toEqual([true]);
});

it('is not sent to a caller who hides, has said STOP or may not be texted at that hour, nor by a template that cannot be filled in', async () => {
  const { ask, texts, template, system, to, time } = await desk();
  const plain = await template('Thank you.');
  expect(await ask(plain, { from: '' })).toBe(false);
  expect(await ask('mtp_gone')).toBe(false);
  expect(await ask(await template('<p>Hello</p>', 'email'))).toBe(false);
  expect(await ask(await template('You owe {{ deal.amount }}.'))).toBe(false);
  await time.forward({ hours: 11 });
  expect(await ask(plain)).toBe(false);
  await time.forward({ hours: 13 });
  await system(() => optOut({ leadId: to.id, address: to.number }, 'sms', 'STOP by text'));
  expect(await ask(plain)).toBe(false);
  expect(await texts()).toEqual([]);
});
