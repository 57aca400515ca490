import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { workChunk, workDelivery } from '#functions/webhooks/work/deliver.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from './eventually.ts';
import { anybody, as, freshTenant, type TestTenant } from './tenant.ts';

const basics = { name: 'Website form', brand: 'Northwind', source: 'Website' };

/** A number that is one, and nobody's: the last four digits tell which. */
export const number = (n: number): string => `+1305555${String(n).padStart(4, '0')}`;

/** A tenant with a webhook, and what a sender and the worker do with it. */
export async function withWebhook(fields: Record<string, unknown> = {}, tenant?: TestTenant) {
  const own = tenant ?? (await freshTenant());
  const admin = as(own.admin);
  const made = await admin.call(api.webhooks.create, { ...basics, ...fields });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const webhook = made.body;
  const system = <T>(work: () => Promise<T>) => asSystem(own.id, 'hooks', work);
  /** Posts to the webhook's address as a stranger does. */
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    anybody(own.address).send('hooks', {
      method: 'POST',
      path: `/hooks/${webhook.id}`,
      headers,
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    }) as Promise<{ status: number; headers: Record<string, string>; body: Answer }>;
  /** What the worker does with the event of a delivery, and with the chunks that it sends itself. */
  const work = (deliveryId: string, rows = 1) =>
    system(async () => {
      await workDelivery(webhook.id, deliveryId);
      for (let chunk = 0; rows > 25 && chunk < Math.ceil(rows / 25); chunk++)
        await workChunk({ webhookId: webhook.id, deliveryId, chunk });
    });
  const delivery = async (deliveryId: string) =>
    (await admin.call(api.webhooks.delivery, { id: webhook.id, deliveryId })).body;
  /** Posts, works, and answers what came of it. */
  const deliver = async (payload: unknown, headers?: Record<string, string>) => {
    const { status, body } = await post(payload, headers);
    if (status !== 202) throw new Error(JSON.stringify(body));
    await work(body.deliveryId, body.rows);
    return delivery(body.deliveryId);
  };
  /** The tenant's leads, once the index has told of all of them. */
  const leads = () =>
    eventually(async () => {
      const [{ body }, { body: figures }] = await Promise.all([
        admin.call(api.leads.list, { limit: 500 }),
        admin.call(api.leads.statistics, {}),
      ]);
      if (body.leads.length !== figures.total) throw new Error('The index is behind.');
      return body.leads;
    });
  /** Whether the event that brings a delivery to the worker is in the outbox. */
  const isTold = (deliveryId: string) =>
    system(async () => {
      const { data } = await Events.query.byEntity({ tenantId: own.id, entityId: deliveryId }).go();
      return data.some(({ type }) => type === 'webhook.delivery.accepted');
    });
  return { tenant: own, admin, webhook, system, post, work, deliver, delivery, leads, isTold };
}

interface Answer {
  deliveryId: string;
  rows: number;
  duplicate: boolean;
  message: string;
  error?: string;
  code?: string;
}
