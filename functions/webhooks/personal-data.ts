import { deterministicId } from '#functions/kernel/ids.ts';
import {
  erasedMark,
  type PersonalData,
  type Subject,
  tellsOf,
  throughEach,
  wipePerson,
} from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import type { WebhookRow } from '#shared/model/webhook.ts';
import {
  type DeliveryRecord,
  deliveriesWith,
  findDelivery,
  forgetTerms,
  keepLarge,
  payloadOf,
  payloadWrite,
  resultsOf,
  resultWrites,
} from './inbound/delivery-store.ts';
import { forgetNumbers } from './inbound/guard-store.ts';
import { allWebhooks } from './store.ts';
import { removeRun } from './work/call-store.ts';

const pageSize = 25;

const termsOf = ({ phones, emails }: Subject): string[] => [...phones, ...emails];

/** What a sender posted, without the person; what is no JSON goes as a whole. */
function wipedPayload(payload: string, tells: (value: unknown) => boolean): string {
  try {
    return JSON.stringify(wipePerson(JSON.parse(payload), tells));
  } catch {
    return JSON.stringify(erasedMark);
  }
}

const wipedRow = (row: WebhookRow): WebhookRow => ({
  ...row,
  leadId: null,
  name: erasedMark,
  phone: '',
  email: '',
  error: row.error === null ? null : erasedMark,
  notes: [],
});

async function erase(delivery: DeliveryRecord, subject: Subject): Promise<void> {
  const tells = tellsOf(subject);
  const payload = await payloadOf(delivery);
  if (payload !== undefined && tells(payload)) {
    const without = wipedPayload(payload, tells);
    if (delivery.payload === undefined) await keepLarge(delivery.deliveryId, without);
    else await commit(payloadWrite(delivery, without));
  }
  for (const row of await resultsOf(delivery.deliveryId))
    if (tells(row)) await removeRun(deterministicId('wcr', delivery.deliveryId, String(row.index)));
  for (const write of await resultWrites(delivery.deliveryId, (row) => (tells(row) ? wipedRow(row) : row)))
    await commit(write);
  await forgetNumbers(delivery.webhookId, subject.phones);
  // Last: until then the delivery is found by them.
  await forgetTerms(delivery.webhookId, delivery.deliveryId, termsOf(subject));
}

export const webhookPersonalData: PersonalData<DeliveryRecord>[] = [
  {
    kind: 'webhookDeliveries',
    title: 'What other systems sent of them by webhooks',
    stored: ['webhookDelivery', 'webhookResult', 'webhookTerm', 'webhookRepeat', 'webhookCallRun'],
    async find(subject, cursor) {
      const webhooks = await allWebhooks();
      const places = webhooks.flatMap(({ webhookId }) =>
        termsOf(subject).map((term) => ({ webhookId, term })),
      );
      return throughEach(places, cursor, async ({ webhookId, term }, before) => {
        const ids = await deliveriesWith(webhookId, term, before ?? undefined, pageSize);
        const found = await Promise.all(ids.map((deliveryId) => findDelivery(webhookId, deliveryId)));
        return {
          found: found.filter((one) => one !== undefined),
          cursor: ids.length < pageSize ? null : ids.at(-1)!,
        };
      });
    },
    async row(delivery) {
      const { deliveryId, webhookId, at } = delivery;
      return {
        id: deliveryId,
        webhookId,
        at,
        payload: await payloadOf(delivery),
        results: await resultsOf(deliveryId),
      };
    },
    async erase(found, subject) {
      for (const delivery of found) await erase(delivery, subject);
    },
  },
];
