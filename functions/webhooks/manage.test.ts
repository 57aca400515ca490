import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as } from '#tests/support/tenant.ts';
import { withWebhook } from '#tests/support/webhooks.ts';

const { webhooks } = api;
const token = 'token-of-the-sender-0001';

describe("a webhook's secrets", () => {
  it('are changed and removed by admins alone, and never answered', async () => {
    const { tenant, admin, webhook, post } = await withWebhook({ securityToken: token });
    const { id } = webhook;
    const agent = as(tenant.agent);
    for (const securityToken of ['token-of-the-sender-0002', null]) {
      const refused = await agent.call(webhooks.update, { id, securityToken });
      expect(refused).toMatchObject({
        status: 403,
        body: { error: "Only an admin changes or removes a webhook's secrets." },
      });
    }
    const lead = { phone: '+13055550001', name: 'Ada' };
    expect((await post(lead, { 'x-webhook-token': token })).status).toBe(202);
    const rotated = await admin.call(webhooks.update, { id, securityToken: 'token-of-the-sender-0002' });
    expect(rotated.status).toBe(200);
    expect(JSON.stringify(rotated.body)).not.toContain('sender-0002');
    expect((await post(lead, { 'x-webhook-token': token })).status).toBe(401);
  });

  it('may be set by an agent who configures a webhook that has none', async () => {
    const { tenant, webhook } = await withWebhook();
    const agent = as(tenant.agent);
    const changes = { id: webhook.id, name: 'Form', securityToken: null, signingSecret: null };
    expect((await agent.call(webhooks.update, changes)).status).toBe(200);
    const set = await agent.call(webhooks.update, { id: webhook.id, securityToken: token });
    expect(set.body).toMatchObject({ name: 'Form', tokenSet: true });
  });
});

it('a webhook is removed by admins alone', async () => {
  const { tenant, admin, webhook } = await withWebhook();
  const { id } = webhook;
  const refused = await as(tenant.agent).call(webhooks.remove, { id });
  expect(refused).toMatchObject({ status: 403, body: { error: 'Access denied. admin role required.' } });
  expect((await admin.call(webhooks.remove, { id })).status).toBe(200);
});
