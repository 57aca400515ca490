import { z } from 'zod';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, type EarlierItem, notDue } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { delivery, type WebhookRow } from '#shared/model/webhook.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';

const daySeconds = 86_400;
export const keptUntil = (): number => clock.seconds() + webhookLimits.keepDays * daySeconds;

/** An item takes 400 kB; a payload above this lies in the bucket. Bytes. */
export const inlineBytes = 300_000;

/** What a list shows of a delivery. */
const listed = delivery.omit({ id: true }).extend({
  deliveryId: z.string(),
  /** While it is not worked: when the sweeper queues it again. Empty after that. */
  lookAt: z.string().optional(),
  /** How often that was done. */
  requeued: z.number().optional(),
  expiresAt: z.number(),
});
export type ListedDelivery = z.output<typeof listed>;
const attributes = Object.keys(listed.shape) as (keyof ListedDelivery)[];

/** Deliveries of a webhook lie together, in the order in which they came, which their ids keep. */
const Deliveries = entity('webhookDelivery', {
  fields: listed.extend({
    /** JSON as it came; absent where it lies in the bucket. */
    payload: z.string().optional(),
    replays: z.array(z.string()).optional(),
    /** What became of the announcement, in a sentence. */
    announcement: z.string().optional(),
  }),
  key: { partition: ['webhookId'], sort: ['deliveryId'] },
  indexes: {
    open: { index: 'gsi2', partition: [], sort: ['lookAt', 'deliveryId'], casing: 'none', retired: true },
  },
  due: true,
});
export type DeliveryRecord = Stored<typeof Deliveries>;
type DeliveryKey = Pick<DeliveryRecord, 'webhookId' | 'deliveryId'>;

/** A delivery's name in the index of what is due. */
const dueId = ({ webhookId, deliveryId }: DeliveryKey) => `${webhookId}/${deliveryId}`;
export const ofDueId = (id: string): DeliveryKey => {
  const [webhookId = '', deliveryId = ''] = id.split('/');
  return { webhookId, deliveryId };
};
const deliveryDue = (record: DeliveryKey & { lookAt?: string | undefined }) =>
  record.lookAt ? dueAt('webhookDelivery', dueId(record), record.lookAt) : {};

export const insertDelivery = (record: DeliveryRecord) =>
  Deliveries.insert({ ...record, ...deliveryDue(record) });

export const findDelivery = (webhookId: string, deliveryId: string) =>
  Deliveries.find({ webhookId, deliveryId });

/** The table answers 16 MB of a batch and leaves the rest to be asked for again: so many of the largest fit. */
const batchItems = 40;

export async function findDeliveries(webhookId: string, ids: readonly string[]): Promise<ListedDelivery[]> {
  const found: ListedDelivery[] = [];
  for (let at = 0; at < ids.length; at += batchItems) {
    const some = ids.slice(at, at + batchItems).map((deliveryId) => ({ webhookId, deliveryId }));
    found.push(...(await Deliveries.findMany(some, { attributes })));
  }
  return found.sort((a, b) => (a.deliveryId < b.deliveryId ? 1 : -1));
}

/** The place just before every delivery of an instant: ids begin with their time. */
const end = '\uffff';

const stretchBelow = (webhookId: string, { before = end, from = '' }: { before?: string; from?: string }) =>
  Deliveries.query('key', { webhookId }).between({ deliveryId: from }, { deliveryId: before });

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
    attributes,
    order: 'desc',
    limit: limit + 1,
    count: limit + 1,
    consistent: true,
  });
  const before = (place.before ?? end).toLowerCase();
  return data.filter(({ deliveryId }) => deliveryId.toLowerCase() < before).slice(0, limit);
}

/** The last deliveries with what was sent, as many as one read brings. */
export async function lastDeliveries(webhookId: string, limit: number): Promise<DeliveryRecord[]> {
  const { data } = await stretchBelow(webhookId, {}).go({ order: 'desc', limit, consistent: true });
  return data;
}

/** Adds what a stretch of rows came to, and ends the delivery where that was all of it. */
export const addDone = (
  webhookId: string,
  deliveryId: string,
  counts: { done: number; succeeded: number; failed: number },
  status?: DeliveryRecord['status'],
) =>
  Deliveries.patch({ webhookId, deliveryId })
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
  const ended = Deliveries.patch({ webhookId, deliveryId })
    .set({ ...change, lookAt: '', finishedAt: clock.iso() })
    .remove(notDue)
    .where(({ status }, { eq }) => eq(status, 'received'));
  await accepted(commit(ended.params()));
}

/** Ms after which a delivery that nobody has worked counts as forgotten, and the longest time between two looks. */
const lookAfter = { first: 120_000, most: 3_600_000 };

/** When a delivery that has been queued again `times` times is looked at once more. */
export const lookAgainAt = (times: number): string =>
  new Date(clock.now() + Math.min(lookAfter.most, lookAfter.first * 2 ** times)).toISOString();

export async function earlierDeliveries(): Promise<EarlierItem[]> {
  const data = await Deliveries.all('open', {}, { attributes: ['webhookId', 'deliveryId'] });
  return data.map((one) => ({ key: Deliveries.keyOf(one), id: dueId(one) }));
}

/** Notes that a delivery is queued again; undefined where it was worked meanwhile, or somebody else has done so. */
export async function takeForgotten({
  webhookId,
  deliveryId,
  lookAt,
  requeued = 0,
}: DeliveryRecord): Promise<string | undefined> {
  const next = { webhookId, deliveryId, lookAt: lookAgainAt(requeued + 1) };
  const noted = Deliveries.patch({ webhookId, deliveryId })
    .set({ lookAt: next.lookAt, requeued: requeued + 1, ...deliveryDue(next) })
    .where(({ status, lookAt: looked }, { eq }) => `${eq(status, 'received')} AND ${eq(looked, lookAt)}`);
  return (await accepted(commit(noted.params()))) ? next.lookAt : undefined;
}

export const noteAnnouncement = (webhookId: string, deliveryId: string, text: string): Promise<void> =>
  writeOne(Deliveries.patch({ webhookId, deliveryId }).set({ announcement: text }).params());

/** Names a replay at the delivery that it repeats. */
export const noteReplay = (webhookId: string, deliveryId: string, replayId: string) =>
  Deliveries.patch({ webhookId, deliveryId })
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
const Results = entity('webhookResult', {
  fields: z.object({
    deliveryId: z.string(),
    /** Its number, so that a stretch that is worked twice is noted once. */
    chunk: z.string(),
    rows: z.custom<WebhookRow[]>(),
    expiresAt: z.number(),
  }),
  key: { partition: ['deliveryId'], sort: ['chunk'] },
});

const chunkKey = (n: number) => String(n).padStart(4, '0');

export const insertResults = (deliveryId: string, n: number, rows: WebhookRow[]) =>
  Results.insert({ deliveryId, chunk: chunkKey(n), rows, expiresAt: keptUntil() });

export async function hasResults(deliveryId: string, n: number): Promise<boolean> {
  return Boolean(await Results.find({ deliveryId, chunk: chunkKey(n) }, { attributes: ['chunk'] }));
}

/** All rows of a delivery that are worked, in their order. */
export async function resultsOf(deliveryId: string): Promise<WebhookRow[]> {
  return (await Results.all('key', { deliveryId })).flatMap(({ rows }) => rows);
}

/** Which deliveries named a phone number or an e-mail address. */
const Terms = entity('webhookTerm', {
  fields: z.object({
    webhookId: z.string(),
    term: z.string(),
    deliveryId: z.string(),
    expiresAt: z.number(),
  }),
  key: { partition: ['webhookId', 'term'], sort: ['deliveryId'] },
});

/** Keys are bounded; a longer text is found by its beginning. */
const termOf = (text: string) => text.toLowerCase().slice(0, 254);

export async function keepTerms(
  webhookId: string,
  deliveryId: string,
  terms: readonly string[],
): Promise<void> {
  const unique = [...new Set(terms.filter(Boolean).map(termOf))];
  await Terms.putEvery(unique.map((term) => ({ webhookId, term, deliveryId, expiresAt: keptUntil() })));
}

/** Takes out of the index that a delivery named some terms. */
export const forgetTerms = (webhookId: string, deliveryId: string, terms: readonly string[]): Promise<void> =>
  Terms.removeEvery(terms.map((term) => ({ webhookId, term: termOf(term), deliveryId })));

/** The write of another payload, and of another sender's address, for a delivery that has one in the table. */
export const payloadWrite = ({ webhookId, deliveryId }: DeliveryKey, payload: string): object =>
  Deliveries.patch({ webhookId, deliveryId }).set({ payload }).params();

/** The writes of other words for what became of the rows of a delivery. */
export const resultWrites = async (
  deliveryId: string,
  change: (row: WebhookRow) => WebhookRow,
): Promise<object[]> =>
  (await Results.all('key', { deliveryId })).map(({ chunk, rows }) =>
    Results.patch({ deliveryId, chunk })
      .set({ rows: rows.map(change) })
      .params(),
  );

/** Deliveries that named a term, newest first, below `before`. */
export async function deliveriesWith(
  webhookId: string,
  term: string,
  before = end,
  limit = 50,
): Promise<string[]> {
  const named = Terms.query('key', { webhookId, term: termOf(term) }).lt({ deliveryId: before });
  const { data } = await named.go({ order: 'desc', limit });
  return data.map(({ deliveryId }) => deliveryId);
}
