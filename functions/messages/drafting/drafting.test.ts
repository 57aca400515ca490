import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { receive } from '../inbound/inbound.ts';
import { optOut } from '../opt-out/opt-out.ts';
import type { SmsAccount } from '../providers/types.ts';
import { conversationIdOf } from '../threads/recipient.ts';
import { readDrafting } from './store.ts';

const { sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());
beforeEach(() => world.sandbox.ask('DELETE', '/sandbox/script'));

interface Request {
  account: string;
  model: string;
  body: { system: { text: string }[]; messages: { content: { text: string }[] }[] };
}

/** A lead who has asked something, in a workspace that may draft. */
async function asked(question = 'Hi, Ann here. How much is it? Call 305 555 0142') {
  const time = await world.clock();
  const all = await texting();
  const lead = await all.lead({ firstName: 'Ann', lastName: 'Lee' });
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'messages', work);
  await all.admin.call(sms.send, { leadId: lead.id, message: 'Hello Ann' });
  const to = (await all.admin.call(sms.numbers, {})).body.numbers[0]!.number;
  const text = { providerId: `SM${all.tenant.id}q`, from: lead.number, to, body: question };
  await system(() =>
    receive({ ...text, mediaUrls: [], answered: null }, { provider: 'twilio', sandbox: true } as SmsAccount),
  );
  const id = conversationIdOf(lead.id, '');
  const on = (more: object = {}) => all.admin.call(sms.setDrafting, { enabled: true, ...more });
  const draft = () => all.admin.call(sms.draftReply, { id });
  const left = async () => (await all.admin.call(sms.drafting, {})).body.left;
  const shown = async () =>
    (await world.sandbox.ask<{ requests: Request[] }>('GET', '/sandbox/bedrock')).body.requests.filter(
      ({ account }) => account === `sandbox-${all.tenant.id}`,
    );
  const messages = async () =>
    (await all.admin.call(api.contacts.conversation, { id: lead.id })).body.messages.length;
  return { ...all, time, lead, id, system, on, draft, left, shown, messages };
}

describe('a draft of a reply', () => {
  it('is off until an admin switches it on', async () => {
    const { draft, on, shown, tenant, left } = await asked();
    expect([(await draft()).status, (await draft()).body.code]).toEqual([409, 'drafting_off']);
    const agent = as(tenant.agent);
    expect((await agent.call(sms.setDrafting, { enabled: true })).status).toBe(403);
    expect(await shown()).toEqual([]);
    expect((await on()).body).toMatchObject({ enabled: true, sandbox: true, apiKeySet: false, drafted: 0 });
    expect((await draft()).status).toBe(200);
    expect(await left()).toBe(499);
  });

  it('is written of what was said without who said it, and is sent by nobody', async () => {
    const { on, draft, shown, messages } = await asked();
    await on({ about: 'We mend roofs.', model: 'amazon.nova-micro-v1:0' });
    const before = await messages();
    const { body } = await draft();
    expect(body).toEqual({
      text: 'Good question, Ann. Let me find that out and text you back today.',
      left: 499,
      sandbox: true,
    });
    expect(await messages()).toBe(before);
    const [request, ...more] = await shown();
    expect(more).toEqual([]);
    expect(request!.model).toBe('amazon.nova-micro-v1:0');
    expect(request!.body.system[0]!.text).toContain('The company says of itself: We mend roofs.');
    expect(request!.body.messages[0]!.content[0]!.text).toBe(
      '<conversation>\nAgent: Hello [first name]\nCustomer: Hi, [first name] here. How much is it? Call [number 1]\n</conversation>',
    );
    expect(JSON.stringify(request)).not.toMatch(/Ann|Lee|0142/);
  });

  it('never goes over the drafts of a month, also with many at once, and begins again with the next', async () => {
    const { on, draft, left, shown, time } = await asked();
    await on({ draftsAMonth: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, draft));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'drafts_used_up',
      error: 'The 3 drafts of this month are used up. An admin can allow more under Messaging, Drafts.',
    });
    expect([await left(), (await shown()).length]).toEqual([0, 3]);
    await time.forward({ hours: 24 * 31 });
    expect(await left()).toBe(3);
  });

  it('counts for nothing where the model was surely not asked, and as one where nobody knows', async () => {
    const { on, draft, left } = await asked();
    await on();
    await world.sandbox.script({ match: 'bedrock', provider: { down: true, status: 429 } });
    const busy = await draft();
    expect([busy.status, busy.body.code]).toEqual([502, 'provider_down']);
    expect(await left()).toBe(500);
    await world.sandbox.script({ match: 'bedrock', provider: { down: true, status: 503 } });
    expect((await draft()).status).toBe(502);
    expect(await left()).toBe(499);
  });

  it('is told plainly as refused where the model does not write about it', async () => {
    const { on, draft } = await asked();
    await on({ model: 'sandbox-filtered' });
    const { status, body } = await draft();
    expect([status, body.error]).toEqual([
      422,
      'Amazon Bedrock does not write about this (content_filtered).',
    ]);
  });

  it('is nobody’s who does not see the thread, and none of somebody who opted out', async () => {
    const { on, draft, id, system, lead, tenant } = await asked();
    await on();
    const other = as((await freshTenant()).admin);
    await other.call(sms.setDrafting, { enabled: true });
    expect((await other.call(sms.draftReply, { id })).status).toBe(404);
    await system(() =>
      optOut({ conversationId: id, leadId: lead.id, address: lead.number } as never, 'sms', 'They said STOP'),
    );
    expect((await draft()).body.code).toBe('opted_out');
    expect((await as(tenant.agent).call(sms.draftReply, { id })).status).not.toBe(200);
  });
});

describe('the key of Amazon Bedrock', () => {
  it('is sealed, never answered, and is asked for where there is no sandbox', async () => {
    const { on, admin, tenant, draft } = await asked();
    const set = await on({ apiKey: 'bedrock-api-key-very-secret' });
    expect(set.body).toMatchObject({ apiKeySet: true, sandbox: false, connected: true });
    expect(JSON.stringify(set.body)).not.toContain('very-secret');
    const stored = await asSystem(tenant.id, 'test', readDrafting);
    expect(JSON.stringify(stored)).not.toContain('very-secret');
    const stale = await admin.call(sms.setDrafting, { enabled: false, version: set.body.version - 1 });
    expect(stale.status).toBe(409);
    await admin.call(sms.setDrafting, { apiKey: null });
    const { SANDBOX_URL } = process.env;
    delete process.env.SANDBOX_URL;
    try {
      expect((await draft()).body.code).toBe('provider_not_connected');
    } finally {
      process.env.SANDBOX_URL = SANDBOX_URL;
    }
  });
});
