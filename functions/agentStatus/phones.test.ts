import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';
import { handler } from './worker.ts';

const { agentStatus, pbx } = api;
withExchange();

describe('phones and the statuses of their agents', () => {
  it('go together: who signs in is available, at lunch their phone is away, and who signs out is offline', async () => {
    const tenant = await freshTenant();
    const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
    const { userId } = tenant.agent;
    const extension = await admin.call(pbx.createExtension, { number: '101', name: 'Ann', userId });
    /** Hands the worker every event of these entities, twice, the last first. */
    const work = async (...entityIds: string[]) => {
      const pages = await asSystem(tenant.id, 'test', () =>
        Promise.all(
          entityIds.map((entityId) =>
            Events.query.byEntity({ tenantId: tenant.id, entityId }).go({ consistent: true, pages: 'all' }),
          ),
        ),
      );
      const Records = pages
        .flatMap(({ data }) => [...data, ...data])
        .filter(({ type }) => type === 'phone.session.changed' || type === 'agent.status.changed')
        .map((detail, n) => ({
          messageId: `${detail.eventId}-${n}`,
          body: JSON.stringify({ 'detail-type': detail.type, detail }),
          attributes: { ApproximateReceiveCount: '1' },
        }))
        .reverse();
      expect(Records.length).toBeGreaterThan(0);
      const answer = await handler({ Records } as unknown as SQSEvent, lambdaContext());
      expect(answer.batchItemFailures).toEqual([]);
    };
    const both = async () => {
      const { body } = await admin.call(pbx.getExtension, { id: extension.body.id });
      return [(await agent.call(agentStatus.mine)).body.status, body.status];
    };
    const { body: signedIn } = await agent.call(pbx.startPhoneSession, {});
    expect(await both()).toEqual(['available', 'available']);
    await agent.call(agentStatus.setMine, { status: 'lunch' });
    await work(userId, signedIn.session.id);
    expect(await both()).toEqual(['lunch', 'away']);
    await agent.call(agentStatus.setMine, { status: 'available' });
    await work(userId);
    expect(await both()).toEqual(['available', 'available']);
    const { id } = extension.body;
    await agent.call(pbx.setExtensionStatus, { id, status: 'dnd' });
    await agent.call(agentStatus.setMine, { status: 'lunch' });
    await work(userId);
    expect(await both()).toEqual(['lunch', 'dnd']);
    await agent.call(pbx.endPhoneSession, { id: signedIn.session.id });
    await work(signedIn.session.id);
    expect(await both()).toEqual(['offline', 'offline']);
  });

  it('take the config of the queue that the extension is a member of', async () => {
    const tenant = await freshTenant();
    const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
    const { userId } = tenant.agent;
    const extension = await admin.call(pbx.createExtension, { number: '101', name: 'Ann', userId });
    const queue = await admin.call(pbx.createQueue, {
      name: 'Sales',
      number: '600',
      members: [{ extensionId: extension.body.id, penalty: 0 }],
    });
    expect(queue.status, JSON.stringify(queue.body)).toBe(201);
    const made = await admin.call(agentStatus.create, { name: 'Sales', ingroups: [queue.body.id] });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await agent.call(agentStatus.mine)).body.choices.map(({ key }) => key)).toEqual(['available']);
    expect((await admin.call(api.system.agentStatus)).body.agents).toMatchObject([
      { agentId: userId, extension: '101', queues: [{ id: queue.body.id, name: 'Sales' }] },
    ]);
  });
});
