import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { agentCallBegan, agentSignedIn } from './api.ts';

describe('the live floor', () => {
  it('shows what each agent is in and their call, and with whom to themselves and admins alone', async () => {
    const tenant = await freshTenant();
    const other = await tenant.user('agent', { username: 'zoe' });
    const [admin, agent, colleague] = [as(tenant.admin), as(tenant.agent), as(other)];
    const { userId } = tenant.agent;
    const call = await agent.call(api.calls.create, {
      direction: 'inbound',
      phone: '+13055550145',
      start: true,
    });
    for (const status of ['ringing', 'in-progress'] as const)
      await agent.call(api.calls.setStatus, { id: call.body.id, status });
    await asSystem(tenant.id, 'test', async () => {
      await agentSignedIn(userId);
      await agentCallBegan(userId, call.body.id, new Date().toISOString());
    });
    const rows = async (who: typeof admin) => (await who.call(api.system.agentStatus)).body.agents;
    const talking = { agentId: userId, status: 'on-call', extensionState: 'busy', signedIn: true };
    expect(await rows(admin)).toMatchObject([
      { ...talking, call: { id: call.body.id, direction: 'inbound', with: '+13055550145' } },
      { agentId: other.userId, status: 'offline', extensionState: 'offline', call: null },
    ]);
    expect((await rows(agent))[0]!.call).toMatchObject({ with: '+13055550145' });
    expect((await rows(colleague))[0]).toMatchObject({ ...talking, call: { with: null } });
    expect((await as(tenant.vendor).call(api.system.agentStatus)).status).toBe(403);
  });
});
