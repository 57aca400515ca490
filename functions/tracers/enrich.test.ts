import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as worker, workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { openTracing } from '#tests/support/tracing.ts';

const { tracers, leads } = api;
let sandbox: TestSandbox;
const before = process.env.SANDBOX_URL;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
  process.env.SANDBOX_URL = sandbox.origin;
});
afterAll(async () => {
  if (before === undefined) delete process.env.SANDBOX_URL;
  else process.env.SANDBOX_URL = before;
  await sandbox.close();
});

const purpose = 'verification' as const;
const address = { street: '12 Maple Ave', city: 'Springfield', state: 'IL', postcode: '62701' };

async function enriching() {
  const tenant = await freshTenant();
  await openTracing(tenant.id);
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const lead = async (fields: object) =>
    (await admin.call(leads.create, { ownerId: tenant.agent.userId, ...fields } as never)).body;
  const read = async (id: string) => (await agent.call(leads.get, { id })).body;
  const timeline = async (id: string) =>
    (await agent.call(leads.timeline, { id })).body.entries.map(({ text }: { text: string }) => text);
  return { tenant, admin, agent, lead, read, timeline };
}

describe('a lead that is enriched', () => {
  it('is proposed what it lacks, gets what is accepted, and tells of it', async () => {
    const { agent, lead, read, timeline } = await enriching();
    const { id } = await lead({
      firstName: 'June',
      lastName: 'Harper',
      address,
      consent: { call: { state: 'given', how: 'web form' } },
    });
    const { body } = await agent.call(tracers.enrichLead, { id, purpose });
    expect(body.proposals.map(({ field }) => field)).toEqual(['phone', 'phone', 'email']);
    expect(body.match).toMatchObject({ name: 'June J Harper', confidence: 100 });
    expect((await read(id)).phones).toEqual([]);
    const [first, second, mail] = body.proposals;
    const accepted = await agent.call(tracers.enrichLead, { id, accept: [first!.id, mail!.id] });
    expect(accepted.body).toMatchObject({ applied: [{ field: 'phone' }, { field: 'email' }], proposals: [] });
    const after = await read(id);
    expect(after).toMatchObject({
      phones: [{ number: first!.value, label: 'mobile' }],
      emails: ['june.harper@example.com'],
      address,
    });
    // Nobody has agreed to be called at a number that they did not give.
    expect(after.consent.call.state).toBe('unknown');
    expect((await agent.call(tracers.enrichLead, { id, accept: [second!.id] })).status).toBe(404);
    expect(await timeline(id)).toEqual(
      expect.arrayContaining([
        'Filled in phone, e-mail by skip tracing',
        'Traced: June J Harper, 100 % sure; 3 proposed',
      ]),
    );
  });

  it('gets all of it at once with apply, where the match is sure', async () => {
    const { agent, lead, read } = await enriching();
    const sure = await lead({ firstName: 'June', lastName: 'Harper', address });
    const applied = await agent.call(tracers.enrichLead, { id: sure.id, purpose, apply: true });
    expect(applied.body.applied).toHaveLength(3);
    expect((await read(sure.id)).phones).toHaveLength(2);
    const unsure = await lead({ lastName: 'Several', address: { city: 'Springfield', state: 'IL' } });
    const left = await agent.call(tracers.enrichLead, { id: unsure.id, purpose, apply: true });
    expect(left.body).toMatchObject({ applied: [], matches: 3 });
    expect(left.body.proposals.length).toBeGreaterThan(0);
  });

  it('keeps a withdrawal, and a number that another lead has is refused', async () => {
    const { agent, lead, read } = await enriching();
    const one = await lead({
      lastName: 'Harper',
      address,
      consent: { sms: { state: 'withdrawn', how: 'STOP' } },
    });
    const { body } = await agent.call(tracers.enrichLead, { id: one.id, purpose });
    const phone = body.proposals.find(({ field }) => field === 'phone')!;
    const holder = await lead({ firstName: 'Other', phones: [phone.value] });
    const refused = await agent.call(tracers.enrichLead, { id: one.id, accept: [phone.id] });
    expect([refused.status, refused.body.code]).toEqual([409, 'phone_taken']);
    const name = body.proposals.find(({ field }) => field === 'firstName')!;
    expect((await agent.call(tracers.enrichLead, { id: one.id, accept: [name.id] })).status).toBe(200);
    expect((await read(one.id)).consent.sms.state).toBe('withdrawn');
    expect(holder.id).not.toBe(one.id);
  });

  it('of which too little is known, or which is another’s, is refused before anything is sent', async () => {
    const { tenant, agent, lead } = await enriching();
    const bare = await lead({ firstName: 'June' });
    const status = async (id: string) => (await agent.call(tracers.enrichLead, { id, purpose })).status;
    expect(await status(bare.id)).toBe(400);
    expect((await agent.call(tracers.enrichLead, { id: bare.id })).body.error).toMatch(
      /what the search is for/,
    );
    const unowned = await lead({ lastName: 'Harper', address, ownerId: null });
    expect(await status(unowned.id)).toBe(403);
    const { body } = await sandbox.ask<{ requests: { account: string }[] }>('GET', '/sandbox/galaxy');
    expect(body.requests.filter(({ account }) => account === `sandbox-${tenant.id}`)).toEqual([]);
  });
});

describe('a bulk enrichment', () => {
  it('looks each lead up once, tells how far it is, and does not send a lost one again', async () => {
    const { tenant, admin, lead, read } = await enriching();
    const queue = await setQueue('JOBS');
    const [june, nobody, bare, lost] = [
      await lead({ firstName: 'June', lastName: 'Harper', address }),
      await lead({ lastName: 'Nobody', address }),
      await lead({ firstName: 'Bare' }),
      await lead({ lastName: 'Trouble', address }),
    ];
    const leadIds = [june.id, nobody.id, bare.id, lost.id];
    const { body: work } = await admin.call(tracers.bulkEnrich, { leadIds, purpose, apply: true });
    await asSystem(tenant.id, 'test', () => workOn({ jobId: work.enrichmentId }));
    await queue.work(worker);
    const status = async () => (await admin.call(tracers.enrichmentStatus, { id: work.enrichmentId })).body;
    expect(await status()).toMatchObject({
      status: 'completed',
      processed: 4,
      found: 1,
      failed: 2,
      total: 4,
    });
    expect((await status()).problems.map(({ id }) => id).toSorted()).toEqual([bare.id, lost.id].toSorted());
    expect((await read(june.id)).phones).toHaveLength(2);
    const { body } = await sandbox.ask<{ requests: { account: string }[] }>('GET', '/sandbox/galaxy');
    expect(body.requests.filter(({ account }) => account === `sandbox-${tenant.id}`)).toHaveLength(3);
    const other = await freshTenant();
    expect((await as(other.admin).call(tracers.enrichmentStatus, { id: work.enrichmentId })).status).toBe(
      404,
    );
  });
});
