import { expect, it, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { saveLastDevices } from '#functions/signage/store.ts';
import { api } from '#shared/api/index.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { withWebhook } from '#tests/support/webhooks.ts';
import { handler } from './worker.ts';

vi.mock('#functions/content/publications/snapshot.ts', async (original) => ({
  ...(await original<object>()),
  drawnNow: () => Promise.reject(new Error('The bucket cannot be reached.')),
}));

it('an announcement that fails for good says so at the delivery', async () => {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const project = (await admin.call(api.content.create, { name: 'Sold' })).body;
  await asSystem(tenant.id, 'test', () => saveLastDevices([{ id: 'dsp_1' }], '2026-01-05T12:00:00.000Z'));
  const announcement = { enabled: true, projectId: project.id, displayIds: ['dsp_1'], minutes: 5 };
  const hook = await withWebhook({ announcement }, tenant);
  const { id } = await hook.deliver({ phone: '+13055550123', name: 'Ada' });
  const tryNo = (count: number) =>
    handler(
      {
        Records: [
          {
            messageId: 'one',
            receiptHandle: 'one',
            body: JSON.stringify({
              tenantId: tenant.id,
              body: { announce: { webhookId: hook.webhook.id, deliveryId: id } },
            }),
            attributes: { ApproximateReceiveCount: String(count) },
          },
        ],
      } as never,
      lambdaContext(),
    );
  const said = async () => (await hook.delivery(id)).announcement;
  await tryNo(2).catch(() => undefined);
  expect(await said()).toBeNull();
  expect((await tryNo(3)).batchItemFailures).toHaveLength(1);
  expect(await said()).toBe('Not announced: something went wrong on our side.');
});
