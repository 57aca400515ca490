import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, dueAttributes, type EarlierItem, notDue } from '#functions/kernel/due.ts';
import { accepted, commit, connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import { deliveryStatuses, type WebhookRow } from '#shared/model/webhook.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';

const { primary, gsi2 } = keys;
const daySeconds = 86_400;
export const keptUntil = (): number => clock.seconds() + webhookLimits.keepDays * daySeconds;

/** An item takes 400 kB; a payload above this lies in the bucket. Bytes. */
export const inlineBytes = 300_000;

/** Deliveries of a webhook lie together, in the order in which they came, which their ids keep. */
const Deliveries = new Entity(
  {
    model: model('webhookDelivery'),
    attributes: {
      tenantId: { type: 'number', required: true },
      webhookId: { type: 'string', required: true },
      deliveryId: { type: 'string', required: true },
      at: { type: 'string', required: true },
      status: { type: deliveryStatuses, required: true },
      rows: { type: 'number', required: true },
      /** Leads worked so far. */
      done: { type: 'number', required: true },
      succeeded: { type: 'number', required: true },
      failed: { type: 'number', required: true },
      error: { type: 'string' },
      address: { type: 'string', required: true },
      bytes: { type: 'number', required: true },
      /** JSON as it came; absent where it lies in the bucket. */
      payload: { type: 'string' },
      replayOf: { type: 'string' },
      replays: { type: 'list', items: { type: 'string' } },
      finishedAt: { type: 'string' },
      /** What became of the announcement, in a sentence. */
      announcement: { type: 'string' },
      /** While it is not worked: when the sweeper queues it again. Empty after that. */
      lookAt: { type: 'string' },
      /** How often that was done. */
      requeued: { type: 'number' },
      expiresAt: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      ofWebhook: {
        pk: { ...primary.pk, composite: ['tenantId', 'webhookId'] },
        sk: { ...primary.sk, composite: ['deliveryId'] },
      },
      open: {
        index: gsi2.index,
        // Deliveries of earlier versions alone lie in it.
        condition: () => false,
        pk: { ...gsi2.pk, composite: ['tenantId'] },
        sk: { ...gsi2.sk, composite: ['lookAt', 'deliveryId'], casing: 'none' },
      },
    },
  },
  connection,
);

export type DeliveryRecord = Omit<EntityItem<typeof Deliveries>, 'tenantId'>;

/** A delivery's name in the index of what is due. */
const dueId = ({ webhookId, deliveryId }: Pick<DeliveryRecord, 'webhookId' | 'deliveryId'>) =>
  `${webhookId}/${deliveryId}`;
export const ofDueId = (id: string) => {
  const [webhookId = '', deliveryId = ''] = id.split('/');
  return { webhookId, deliveryId };
};
const deliveryDue = (record: Pick<DeliveryRecord, 'webhookId' | 'deliveryId' | 'lookAt'>) =>
  record.lookAt ? dueAt('webhookDelivery', dueId(record), record.lookAt) : {};

const own = (webhookId: string, deliveryId: string) => ({ tenantId: tenantOf(), webhookId, deliveryId });

export const insertDelivery = (record: DeliveryRecord) =>
  Deliveries.create({ tenantId: tenantOf(), ...record, ...deliveryDue(record) }).params();

export async function findDelivery(
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord | undefined> {
  const { data } = await Deliveries.get(own(webhookId, deliveryId)).go({ consistent: true });
  return data ? ofTenant<DeliveryRecord>(data) : undefined;
}

/** What a list shows of a delivery: all but its payload. */
export type ListedDelivery = Omit<DeliveryRecord, 'payload'>;
const listedAttributes = [
  'webhookId',
  'deliveryId',
  'at',
  'status',
  'rows',
  'done',
  'succeeded',
  'failed',
  'error',
  'address',
  'bytes',
  'replayOf',
  'finishedAt',
  'lookAt',
  'requeued',
  'expiresAt',
] as const;
const listed = { attributes: [...listedAttributes] };

/** The table answers 16 MB of a batch and leaves the rest to be asked for again: so many of the largest fit. */
const batchItems = 40;

export async function findDeliveries(webhookId: string, ids: readonly string[]): Promise<ListedDelivery[]> {
  const found: ListedDelivery[] = [];
  for (let at = 0; at < ids.length; at += batchItems) {
    const some = ids.slice(at, at + batchItems).map((one) => own(webhookId, one));
    const { data } = await Deliveries.get(some).go({ ...listed, consistent: true });
    found.push(...data.map(ofTenant<ListedDelivery>));
  }
  return found.sort((a, b) => (a.deliveryId < b.deliveryId ? 1 : -1));
}

/** The place just before every delivery of an instant: ids begin with their time. */
const end = '\uffff';

const stretchBelow = (webhookId: string, { before = end, from = '' }: { before?: string; from?: string }) =>
  Deliveries.query
    .ofWebhook({ tenantId: tenantOf(), webhookId })
    .between({ deliveryId: from }, { deliveryId: before });

const below = <T extends { deliveryId: string }>(data: readonly unknown[], before: string, limit: number) =>
  data
    .map((one) => ofTenant<T>(one))
    .filter(({ deliveryId }) => deliveryId.toLowerCase() < before.toLowerCase())
    .slice(0, limit);

/**
 * A stretch of a webhook's deliveries, newest first: those below `before` and from `from` on. The table ends a read at
 * 1 MB, which four large payloads are, so it is asked until there are as many as are wanted.
 */
export async function deliveriesBelow(
  webhookId: string,
  place: { before?: string; from?: string },
  limit: number,
): Promise<ListedDelivery[]> {
  const { data } = await stretchBelow(webhookId, place).go({
    ...listed,
    order: 'desc',
    limit: limit + 1,
    count: limit + 1,
    consistent: true,
  });
  return below<ListedDelivery>(data, place.before ?? end, limit);
}

/** The last deliveries with what was sent, as many as one read brings. */
export async function lastDeliveries(webhookId: string, limit: number): Promise<DeliveryRecord[]> {
  const { data } = await stretchBelow(webhookId, {}).go({ order: 'desc', limit, consistent: true });
  return below<DeliveryRecord>(data, end, limit);
}

/** Adds what a stretch of rows came to, and ends the delivery where that was all of it. */
export const addDone = (
  webhookId: string,
  deliveryId: string,
  counts: { done: number; succeeded: number; failed: number },
  status?: DeliveryRecord['status'],
) =>
  Deliveries.patch(own(webhookId, deliveryId))
    .add(counts)
    .set(status ? { status, lookAt: '', finishedAt: clock.iso() } : {})
    .remove(status ? notDue : [])
    .params();

/** Ends a delivery that is being worked; one that has ended stays as it is. */
export async function endDelivery(
  webhookId: string,
  deliveryId: string,
  change: { status: DeliveryRecord['status']; error?: string },
): Promise<void> {
  await accepted(
    commit(
      Deliveries.patch(own(webhookId, deliveryId))
        .set({ ...change, lookAt: '', finishedAt: clock.iso() })
        .remove(notDue)
        .where(({ status }, { eq }) => eq(status, 'received'))
        .params(),
    ),
  );
}

/** Ms after which a delivery that nobody has worked counts as forgotten, and the longest time between two looks. */
const lookAfter = { first: 120_000, most: 3_600_000 };

/** When a delivery that has been queued again `times` times is looked at once more. */
export const lookAgainAt = (times: number): string =>
  new Date(clock.now() + Math.min(lookAfter.most, lookAfter.first * 2 ** times)).toISOString();

export async function earlierDeliveries(): Promise<EarlierItem[]> {
  const { data } = await Deliveries.query
    .open({ tenantId: tenantOf() })
    .go({ pages: 'all', attributes: ['webhookId', 'deliveryId'] });
  return data.map((one) => {
    const { Key } = Deliveries.get(own(one.webhookId, one.deliveryId)).params() as {
      Key: EarlierItem['key'];
    };
    return { key: Key, id: dueId(one) };
  });
}

/** Notes that a delivery is queued again; undefined where it was worked meanwhile, or somebody else has done so. */
export async function takeForgotten({
  webhookId,
  deliveryId,
  lookAt,
  requeued = 0,
}: DeliveryRecord): Promise<string | undefined> {
  const next = { webhookId, deliveryId, lookAt: lookAgainAt(requeued + 1) };
  const taken = await accepted(
    commit(
      Deliveries.patch(own(webhookId, deliveryId))
        .set({ lookAt: next.lookAt, requeued: requeued + 1, ...deliveryDue(next) })
        .where(({ status, lookAt: looked }, { eq }) => `${eq(status, 'received')} AND ${eq(looked, lookAt!)}`)
        .params(),
    ),
  );
  return taken ? next.lookAt : undefined;
}

export async function noteAnnouncement(webhookId: string, deliveryId: string, text: string): Promise<void> {
  await Deliveries.patch(own(webhookId, deliveryId)).set({ announcement: text }).go();
}

/** Names a replay at the delivery that it repeats. */
export const noteReplay = (webhookId: string, deliveryId: string, replayId: string) =>
  Deliveries.patch(own(webhookId, deliveryId))
    .append({ replays: [replayId] })
    .params();

const files = () => bucket('hooks');
const fileOf = (deliveryId: string) => `${deliveryId}.json`;

export const keepLarge = (deliveryId: string, payload: string) =>
  files().put(fileOf(deliveryId), payload, 'application/json');

/** What was sent; undefined where its file is gone. */
export async function payloadOf({ deliveryId, payload }: DeliveryRecord): Promise<string | undefined> {
  return payload ?? (await files().get(fileOf(deliveryId)))?.toString('utf8');
}

/** What became of a stretch of rows; written once. */
const Results = new Entity(
  {
    model: model('webhookResult'),
    attributes: {
      tenantId: { type: 'number', required: true },
      deliveryId: { type: 'string', required: true },
      /** Its number, so that a stretch that is worked twice is noted once. */
      chunk: { type: 'string', required: true },
      rows: { type: 'any', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      ofDelivery: {
        pk: { ...primary.pk, composite: ['tenantId', 'deliveryId'] },
        sk: { ...primary.sk, composite: ['chunk'] },
      },
    },
  },
  connection,
);

const chunkKey = (n: number) => String(n).padStart(4, '0');

export const insertResults = (deliveryId: string, n: number, rows: WebhookRow[]) =>
  Results.create({
    tenantId: tenantOf(),
    deliveryId,
    chunk: chunkKey(n),
    rows,
    expiresAt: keptUntil(),
  }).params();

export async function hasResults(deliveryId: string, n: number): Promise<boolean> {
  const { data } = await Results.get({ tenantId: tenantOf(), deliveryId, chunk: chunkKey(n) }).go({
    consistent: true,
    attributes: ['chunk'],
  });
  return Boolean(data);
}

/** All rows of a delivery that are worked, in their order. */
export async function resultsOf(deliveryId: string): Promise<WebhookRow[]> {
  const { data } = await Results.query
    .ofDelivery({ tenantId: tenantOf(), deliveryId })
    .go({ pages: 'all', consistent: true });
  return data.flatMap(({ rows }) => rows as WebhookRow[]);
}

/** Which deliveries named a phone number or an e-mail address. */
const Terms = new Entity(
  {
    model: model('webhookTerm'),
    attributes: {
      tenantId: { type: 'number', required: true },
      webhookId: { type: 'string', required: true },
      term: { type: 'string', required: true },
      deliveryId: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      ofTerm: {
        pk: { ...primary.pk, composite: ['tenantId', 'webhookId', 'term'] },
        sk: { ...primary.sk, composite: ['deliveryId'] },
      },
    },
  },
  connection,
);

/** Keys are bounded; a longer text is found by its beginning. */
const termOf = (text: string) => text.toLowerCase().slice(0, 254);

export async function keepTerms(
  webhookId: string,
  deliveryId: string,
  terms: readonly string[],
): Promise<void> {
  const unique = [...new Set(terms.filter(Boolean).map(termOf))];
  if (unique.length === 0) return;
  const { unprocessed } = await Terms.put(
    unique.map((term) => ({ tenantId: tenantOf(), webhookId, term, deliveryId, expiresAt: keptUntil() })),
  ).go({ concurrency: 2 });
  if (unprocessed.length > 0) throw new Error('The table did not take all entries of the search.');
}

/** Deliveries that named a term, newest first, below `before`. */
export async function deliveriesWith(
  webhookId: string,
  term: string,
  before = end,
  limit = 50,
): Promise<string[]> {
  const { data } = await Terms.query
    .ofTerm({ tenantId: tenantOf(), webhookId, term: termOf(term) })
    .lt({ deliveryId: before })
    .go({ order: 'desc', limit });
  return data.map(({ deliveryId }) => deliveryId);
}
