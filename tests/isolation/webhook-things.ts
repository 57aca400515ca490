import { asSystem } from '#functions/kernel/actor.ts';
import { keepSending } from '#functions/webhookEndpoints/send.ts';
import { api } from '#shared/api/index.ts';
import { anybody, type as, type TestTenant } from '#tests/support/tenant.ts';

/** One thing of each kind that the webhooks' calls name, owned by a tenant. */
export async function webhookThings(
  tenant: TestTenant,
  admin: ReturnType<typeof as>,
): Promise<Record<string, string>> {
  const webhook = await admin.call(api.webhooks.create, {
    name: `Webhook of tenant ${tenant.id}`,
    brand: 'Northwind',
    source: 'Website',
  });
  const { id } = webhook.body;
  const delivery = await anybody(tenant.address).send('hooks', {
    method: 'POST',
    path: `/hooks/${id}`,
    body: JSON.stringify({ name: `Sent to tenant ${tenant.id}` }),
  });
  const endpoint = await admin.call(api.webhooks.createEndpoint, {
    name: `Endpoint of tenant ${tenant.id}`,
    url: 'https://example.com/hook',
  });
  const messageId = await asSystem(tenant.id, 'test', () =>
    keepSending({
      endpointId: endpoint.body.id,
      type: 'lead.created',
      payload: { tenant: tenant.id },
      key: 'isolation',
    }),
  );
  return {
    whk: id,
    dlv: (delivery.body as { deliveryId: string }).deliveryId,
    whe: endpoint.body.id,
    whm: messageId,
  };
}

/** What a tenant's admin can list of webhooks. */
export const everythingOfWebhooks = async (admin: ReturnType<typeof as>) => {
  const webhooks = await admin.call(api.webhooks.list, {});
  const endpoints = await admin.call(api.webhooks.listEndpoints, {});
  return [
    webhooks,
    endpoints,
    ...(await Promise.all([
      ...webhooks.body.webhooks.map(({ id }) => admin.call(api.webhooks.deliveries, { id })),
      ...endpoints.body.endpoints.map(({ id }) => admin.call(api.webhooks.sendings, { id })),
    ])),
  ];
};
