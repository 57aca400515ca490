import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { agentSignedIn } from './api.ts';
import { handler } from './worker.ts';

const { agentStatus, calls } = api;

/** What the bus puts on the queue of a call: its events of agents, in their order. */
async function eventsOf(tenantId: number, entityId: string): Promise<SQSEvent> {
  const { data } = await asSystem(tenantId, 'test', () =>
    Events.query.byEntity({ tenantId, entityId }).go({ consistent: true, pages: 'all' }),
  );
  const Records = data
    .filter(({ type }) => type === 'call.agents')
    .map((detail) => ({
      messageId: detail.eventId,
      body: JSON.stringify({ 'detail-type': detail.type, detail }),
      attributes: { ApproximateReceiveCount: '1' },
    }));
  return { Records } as unknown as SQSEvent;
}

describe('calls and the statuses of their agents', () => {
  it('go together: on a call while one talks, wrap-up after it, and on to the next agent by a transfer', async () => {
    const tenant = await freshTenant();
    const other = await tenant.user('agent', { username: 'zoe' });
    const agent = as(tenant.agent);
    await asSystem(tenant.id, 'test', async () => {
      await agentSignedIn(tenant.agent.userId);
      await agentSignedIn(other.userId);
    });
    const statuses = async () =>
      Promise.all([agent, as(other)].map(async (who) => (await who.call(agentStatus.mine)).body.status));
    const begun = { direction: 'inbound', phone: '+13055550145', start: true } as const;
    const { id } = (await agent.call(calls.create, begun)).body;
    await agent.call(calls.setStatus, { id, status: 'ringing' });
    expect((await eventsOf(tenant.id, id)).Records).toEqual([]);
    const work = async () => {
      const event = await eventsOf(tenant.id, id);
      for (const given of [event, event])
        expect((await handler(given, lambdaContext())).batchItemFailures).toEqual([]);
    };
    await agent.call(calls.setStatus, { id, status: 'in-progress' });
    await work();
    expect(await statuses()).toEqual(['on-call', 'available']);
    await agent.call(calls.transfer, { id, agentId: other.userId });
    await work();
    expect(await statuses()).toEqual(['wrap-up', 'on-call']);
    await as(other).call(calls.setStatus, { id, status: 'completed' });
    await work();
    expect(await statuses()).toEqual(['wrap-up', 'wrap-up']);
  });

  it('leave alone who only logs a call that has been', async () => {
    const tenant = await freshTenant();
    const { body } = await as(tenant.agent).call(calls.create, { phone: '+13055550145', talkSeconds: 30 });
    expect((await eventsOf(tenant.id, body.id)).Records).toEqual([]);
  });
});
