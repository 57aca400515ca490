import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { send } from '#functions/kernel/queue.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { leadSettings } from '#functions/leads/api.ts';
import { ownStanding } from '#functions/tenants/api.ts';
import type { DeliveryStatus, WebhookRow } from '#shared/model/webhook.ts';
import {
  addDone,
  type DeliveryRecord,
  endDelivery,
  findDelivery,
  hasResults,
  insertResults,
  keepTerms,
  payloadOf,
} from '../inbound/delivery-store.ts';
import { rowsOf } from '../inbound/payload.ts';
import { countToday, findWebhook } from '../store.ts';
import { effectsOf } from './effects.ts';
import { workRow } from './row.ts';

/** Rows that one message works; each is a few transactions, so a message is done well within the worker's time. */
const chunkRows = 25;
/** Rows of a message that are worked at once. */
const atOnce = 4;

export interface Chunk {
  webhookId: string;
  deliveryId: string;
  /** From 0. */
  chunk: number;
}

/**
 * Whether what comes in is kept and worked later: of a trial that is over, which is read-only, and of a suspended
 * tenant. The sweeper brings it when that has changed. One whose address is not confirmed may well get leads.
 */
export async function isKept(): Promise<boolean> {
  const standing = await ownStanding();
  return standing === 'trialOver' || standing === 'suspended';
}

/** Works a delivery that has come in: a small one at once, a larger one in chunks, each by a message of its own. */
export async function workDelivery(webhookId: string, deliveryId: string): Promise<void> {
  if (await isKept()) return;
  const delivery = await findDelivery(webhookId, deliveryId);
  if (delivery?.status !== 'received') return announceIfDone(delivery);
  const chunks = Math.ceil(delivery.rows / chunkRows);
  if (chunks === 1) return workChunk({ webhookId, deliveryId, chunk: 0 });
  for (let chunk = 0; chunk < chunks; chunk++)
    await send('HOOKS', tenantOf(), { webhookId, deliveryId, chunk });
}

const statusOf = (rows: number, failed: number): DeliveryStatus =>
  failed === 0 ? 'succeeded' : failed === rows ? 'failed' : 'partial';

/** Works a stretch of rows and notes what became of them. Worked again, it finds it noted and changes nothing. */
export async function workChunk({ webhookId, deliveryId, chunk }: Chunk): Promise<void> {
  if (await isKept()) return;
  const delivery = await findDelivery(webhookId, deliveryId);
  if (!delivery) return;
  if (!(await hasResults(deliveryId, chunk))) await workRows(delivery, chunk);
  await finish(webhookId, deliveryId);
}

async function workRows(delivery: DeliveryRecord, chunk: number): Promise<void> {
  const { webhookId, deliveryId, rows: total } = delivery;
  const webhook = await findWebhook(webhookId);
  if (!webhook)
    return endDelivery(webhookId, deliveryId, { status: 'failed', error: 'The webhook was removed.' });
  const text = await payloadOf(delivery);
  if (text === undefined)
    return endDelivery(webhookId, deliveryId, {
      status: 'failed',
      error: 'What was sent is not there any more.',
    });
  const from = chunk * chunkRows;
  const rows = rowsOf(JSON.parse(text)).slice(from, from + chunkRows);
  const working = { id: webhookId, fields: webhook.fields };
  const work = {
    webhook: working,
    settings: await leadSettings(),
    effects: effectsOf(working, clock.now),
    // A replay is work of its own.
    deliveryId,
  };
  const results = await inTurn(rows, (row, at) => workRow(work, row, from + at));
  await note(
    delivery,
    chunk,
    results.map(({ row }) => row),
    total,
  );
}

/** Works items a few at a time, and answers in their order. */
export async function inTurn<T, R>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const one = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!, at);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, one));
  return results;
}

const termsOf = ({ phone, email }: WebhookRow) => [toE164(phone) ?? phone, email];

async function note(
  { webhookId, deliveryId, at }: DeliveryRecord,
  chunk: number,
  rows: WebhookRow[],
  total: number,
): Promise<void> {
  const failed = rows.filter(({ outcome }) => outcome === 'failed').length;
  const counts = { done: rows.length, succeeded: rows.length - failed, failed };
  await keepTerms(webhookId, deliveryId, rows.flatMap(termsOf));
  const isAll = rows.length === total;
  try {
    await commit(
      insertResults(deliveryId, chunk, rows),
      addDone(webhookId, deliveryId, counts, isAll ? statusOf(total, failed) : undefined),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return;
  }
  const { succeeded } = counts;
  await countToday(webhookId, { succeeded, failed, deliveries: chunk === 0 ? 1 : 0 }, at);
}

/** Ends a delivery whose last rows are noted. */
async function finish(webhookId: string, deliveryId: string): Promise<void> {
  const delivery = await findDelivery(webhookId, deliveryId);
  if (!delivery) return;
  const { status, done, rows, failed } = delivery;
  if (status === 'received') {
    if (done < rows) return;
    await endDelivery(webhookId, deliveryId, { status: statusOf(rows, failed) });
  }
  await announceIfDone(delivery);
}

async function announceIfDone(delivery: DeliveryRecord | undefined): Promise<void> {
  if (!delivery || delivery.succeeded === 0 || delivery.announcement) return;
  const { webhookId, deliveryId } = delivery;
  const webhook = await findWebhook(webhookId);
  if (webhook?.fields.announcement.enabled)
    await send('HOOKS', tenantOf(), { announce: { webhookId, deliveryId } });
}

/** A delivery whose message failed again and again: its owner sees it, and may replay it. */
export const giveUp = (webhookId: string, deliveryId: string): Promise<void> =>
  endDelivery(webhookId, deliveryId, {
    status: 'failed',
    error: 'It could not be worked, though it was tried several times. Replay it when the cause is mended.',
  });
