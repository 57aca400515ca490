import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordInbound } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { exchangeEvent } from '#shared/exchange/events.ts';
import type { Call } from '#shared/model/call.ts';
import { answersWithin, type PlanQuestion, type PlanStep } from '#shared/model/dialplan/steps.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { hearPlanEvent } from './hear.ts';

/* What the product answers an exchange whose caller stands at a node that it cannot decide. */

/** Another system, at the one address that needs not be of the public internet. */
let answer: string | null = '';
/** One that takes what it is asked and never answers. */
let isSilent = false;
const heard: { body: string; headers: Record<string, string> }[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  heard.push({ body, headers: request.headers as Record<string, string> });
  // One that is out of order hangs up.
  if (isSilent) return;
  if (answer === null) request.socket.destroy();
  else response.end(answer);
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('SANDBOX_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  heard.length = 0;
  answer = '';
  isSilent = false;
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const ways = { true: null, false: null, failed: null };

const eventAsking = (question: PlanQuestion) =>
  exchangeEvent.parse({
    event: 'plan-asks',
    planId: 'dlp_one',
    nodeId: 'crm',
    seq: 4,
    question,
    collected: { account: '4711' },
    at: new Date().toISOString(),
  });

async function workspace() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const made = await admin.call(api.webhooks.createEndpoint, {
    name: 'CRM',
    url: 'https://hooks.dealbell.test/crm',
    events: ['lead.created'],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const lead = await admin.call(api.leads.create, { firstName: 'Vera', phones: ['+13055550188'] });
  const asked = (question: PlanQuestion, leadId: string | null = null) =>
    asSystem(tenant.id, 'test', () =>
      hearPlanEvent(
        { id: 'cal_asks', leadId, from: '+13055550188', to: '+12175550100' } as Call,
        eventAsking(question),
      ),
    );
  const webhook: PlanQuestion = { type: 'webhook', endpointId: made.body.id, timeout: 1 };
  return { tenant, admin, asked, webhook, endpoint: made.body, leadId: lead.body.id };
}

describe('a node that the product answers', () => {
  it('looks up whether the caller is a lead that is there', async () => {
    const { admin, asked, leadId } = await workspace();
    expect(await asked({ type: 'lookup' }, leadId)).toEqual({ way: 'found' });
    expect(await asked({ type: 'lookup' })).toEqual({ way: 'notFound' });
    await admin.call(api.leads.remove, { id: leadId });
    expect(await asked({ type: 'lookup' }, leadId)).toEqual({ way: 'notFound' });
  });

  it.each([
    ['{"way":true}', 'true'],
    ['{"way":"false"}', 'false'],
    ['{"way":"maybe"}', 'failed'],
    ['<html>', 'failed'],
    ['null', 'failed'],
  ])('goes on by what another system answers: %s', async (said, way) => {
    const { asked, webhook, endpoint, leadId } = await workspace();
    answer = said;
    expect(await asked(webhook, leadId)).toEqual({ way });
    const [{ body, headers }] = heard as [(typeof heard)[0]];
    expect(new StandardWebhook(endpoint.secret).verify(body, headers)).toMatchObject({
      type: 'dialplan.asks',
      data: {
        plan: { id: 'dlp_one', nodeId: 'crm' },
        call: { id: 'cal_asks' },
        collected: { account: '4711' },
        lead: { id: leadId },
      },
    });
  });

  it('takes its default where the other system does not answer in the seconds that the node gives it', async () => {
    const { asked, webhook } = await workspace();
    isSilent = true;
    const before = performance.now();
    expect(await asked(webhook)).toEqual({ way: 'failed' });
    expect(heard).toHaveLength(1);
    // Not sooner than it was promised; how late it may be is what the server's own time-out is for.
    expect(performance.now() - before).toBeGreaterThanOrEqual(990);
    expect(1_000).toBeLessThan(answersWithin({ ...webhook, id: 'crm', ways } as PlanStep));
  });

  it('takes its default where the other system is out of order, removed, or another tenant’s', async () => {
    const { admin, asked, webhook, endpoint } = await workspace();
    answer = null;
    expect(await asked(webhook)).toEqual({ way: 'failed' });
    answer = '{"way":true}';
    const other = await workspace();
    expect(await asked(other.webhook)).toEqual({ way: 'failed' });
    await admin.call(api.webhooks.removeEndpoint, { id: endpoint.id });
    heard.length = 0;
    expect(await asked(webhook)).toEqual({ way: 'failed' });
    expect(heard).toEqual([]);
  });

  it('keeps the place of a caller in a queue’s line, once however often it is asked', async () => {
    const { tenant, admin } = await workspace();
    const { body: queue } = await admin.call(api.pbx.createQueue, { number: '600', name: 'Sales' });
    const ask = (callId: string, queueId: string) =>
      asSystem(tenant.id, 'test', async () => {
        const call = await recordInbound({
          callId,
          from: '+13055550177',
          to: '+12175550100',
          at: clock.iso(),
        });
        return hearPlanEvent(call, eventAsking({ type: 'callback', queueId }));
      });
    expect(await ask('cal_first', queue.id)).toEqual({ way: 'noted' });
    expect(await ask('cal_first', queue.id)).toEqual({ way: 'noted' });
    // Who waits for one already keeps the place that they have.
    expect(await ask('cal_second', queue.id)).toEqual({ way: 'noted' });
    const { body } = await admin.call(api.pbx.queueCallbacks, { id: queue.id });
    expect(body.callbacks).toMatchObject([{ phone: '+13055550177', status: 'waiting' }]);
    const [{ askedAt, nextAt }] = body.callbacks as [(typeof body.callbacks)[0]];
    expect(Date.parse(nextAt!) - Date.parse(askedAt)).toBe(30_000);
    expect(await ask('cal_third', 'que_gone')).toEqual({ way: 'failed' });
  });

  it('says how a mailbox stands now, and of one that takes no messages, or of another tenant, that there is none', async () => {
    const { admin, asked } = await workspace();
    const { pbx } = api;
    const made = await admin.call(pbx.createExtension, { number: '101', name: 'Maya', voicemail: true });
    const boxId: string = made.body.id;
    const question: PlanQuestion = { type: 'voicemail', boxId };
    expect(await asked(question)).toEqual({ box: { boxId, greeting: null, maxSeconds: 300 } });
    await admin.call(pbx.updateExtension, { id: boxId, voicemail: false, version: made.body.version });
    expect(await asked(question)).toEqual({ box: null });
    const elsewhere = await (await workspace()).admin.call(pbx.createExtension, {
      number: '101',
      name: 'Maya',
      voicemail: true,
    });
    expect(await asked({ type: 'voicemail', boxId: elsewhere.body.id })).toEqual({ box: null });
  });
});
