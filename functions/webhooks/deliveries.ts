import * as z from 'zod';
import { seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { badRequest, forbidden, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { commit } from '#functions/kernel/table.ts';
import { hiddenAddresses } from '#functions/leads/api.ts';
import { type Delivery, type DeliveryStatus, delivery } from '#shared/model/webhook.ts';
import { type SeenPath, suggestionsOf } from '#shared/model/webhook-guess.ts';
import { placeAt } from './deliveries-of-all.ts';
import { discreetRows, isHiddenPayload } from './hidden-leads.ts';
import {
  type DeliveryRecord,
  deliveriesBelow,
  deliveriesWith,
  findDeliveries,
  findDelivery,
  keepLarge,
  type ListedDelivery,
  lastDeliveries,
  noteReplay,
  payloadOf,
  resultsOf,
} from './inbound/delivery-store.ts';
import { firstState } from './inbound/first-state.ts';
import { rowsOf } from './inbound/payload.ts';
import { type Accepted, deliveryWrites } from './inbound/receive.ts';
import { webhookOr404 } from './manage.ts';

const answer = (record: ListedDelivery): Delivery => delivery.parse({ id: record.deliveryId, ...record });

const { cursorOf, placeOf } = placeCursor(z.strictObject({ before: z.string().max(64) }));

/** Deliveries that one call looks at for those that fit its filter; it goes on from there by its cursor. */
const lookedAtMost = 1_000;
const pageOfLook = 200;

export interface DeliveryQuery {
  limit: number;
  cursor?: string | undefined;
  status?: DeliveryStatus | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A webhook's deliveries, newest first, as a filter has them. @throws 400, 404 */
export async function listDeliveries(webhookId: string, query: DeliveryQuery) {
  await webhookOr404(webhookId);
  const { limit, cursor, status, search, from, to } = query;
  if (search && (await hiddenAddresses([termOf(search)])).size > 0)
    return { deliveries: [], nextCursor: null };
  if (from && to && from > to) throw badRequest('The first day lies after the last.');
  const start = from ? placeAt(from) : '';
  let before = cursor ? placeOf(cursor).before : to ? placeAt(to) : '\uffff';
  const found: ListedDelivery[] = [];
  // Without a filter no more is looked at than is shown.
  const stretchOf = status || search ? pageOfLook : limit;
  for (let looked = 0; looked < lookedAtMost; ) {
    const ids = search ? await deliveriesWith(webhookId, termOf(search), before, stretchOf) : undefined;
    const stretch = ids
      ? await findDeliveries(webhookId, ids)
      : await deliveriesBelow(webhookId, { before, from: start }, stretchOf);
    for (const one of stretch) {
      if (one.deliveryId < start) return { deliveries: found.map(answer), nextCursor: null };
      before = one.deliveryId;
      if (status && one.status !== status) continue;
      found.push(one);
      if (found.length === limit) return { deliveries: found.map(answer), nextCursor: cursorOf({ before }) };
    }
    looked += stretchOf;
    // What is found may have gone by now; it counts among those that were looked at.
    if ((ids ?? stretch).length < stretchOf) return { deliveries: found.map(answer), nextCursor: null };
    before = ids?.at(-1) ?? before;
  }
  return { deliveries: found.map(answer), nextCursor: cursorOf({ before }) };
}

const termOf = (search: string) => (search.includes('@') ? search : (toE164(search) ?? search));

async function deliveryOr404(webhookId: string, deliveryId: string): Promise<DeliveryRecord> {
  await webhookOr404(webhookId);
  const delivery = await findDelivery(webhookId, deliveryId);
  if (!delivery) throw notFound('The delivery');
  return delivery;
}

/** Of a long payload so much is shown; characters. */
const shownPayload = 100_000;

/** Whether only the beginning of what was sent was kept. */
const isCut = ({ status, payload, bytes }: DeliveryRecord): boolean =>
  status === 'rejected' && Buffer.byteLength(payload ?? '') < bytes;

/** One delivery with what was sent and what came of each lead. @throws 404 */
export async function oneDelivery(webhookId: string, deliveryId: string) {
  const delivery = await deliveryOr404(webhookId, deliveryId);
  const [payload = '', results] = await Promise.all([payloadOf(delivery), resultsOf(deliveryId)]);
  const payloadHidden = await isHiddenPayload(payload, results, delivery.rows);
  return {
    ...answer(delivery),
    payload: payloadHidden ? '' : payload.slice(0, shownPayload),
    payloadTruncated: !payloadHidden && (payload.length > shownPayload || isCut(delivery)),
    payloadHidden,
    results: await discreetRows(results),
    announcement: delivery.announcement ?? null,
    replays: delivery.replays ?? [],
  };
}

/** Works what was sent once more, as a new delivery that names the old one. @throws 400, 403, 404 */
export async function replayDelivery(webhookId: string, deliveryId: string): Promise<Accepted> {
  const old = await deliveryOr404(webhookId, deliveryId);
  if (old.status === 'rejected')
    throw badRequest('A request that was refused was never taken: it cannot be replayed.');
  const payload = await payloadOf(old);
  if (payload === undefined) throw badRequest('What was sent is not there any more.');
  if (await isHiddenPayload(payload, await resultsOf(deliveryId), old.rows))
    throw forbidden("This delivery holds a colleague's lead. An admin can replay it.");
  const replayId = newId('dlv');
  if (old.payload === undefined) await keepLarge(replayId, payload);
  const record: DeliveryRecord = {
    ...firstState(webhookId, replayId, old.rows, old.bytes),
    address: old.address,
    replayOf: deliveryId,
  };
  await commit(deliveryWrites(record, old.payload), noteReplay(webhookId, deliveryId, replayId));
  return {
    deliveryId: replayId,
    rows: old.rows,
    duplicate: false,
    message: 'The delivery is being replayed.',
  };
}

/** The last deliveries whose payloads the mapping is suggested from. */
const seenDeliveries = 20;

/** The paths of the payloads that came last, each with a sample and a guess of what it is. @throws 404 */
export async function seenFields(webhookId: string): Promise<{ payloads: number; fields: SeenPath[] }> {
  await webhookOr404(webhookId);
  const last = await lastDeliveries(webhookId, seenDeliveries);
  const payloads: unknown[] = [];
  for (const { deliveryId, status, payload, rows } of last) {
    if (status === 'rejected' || !payload) continue;
    const results = seesOwnLeadsOnly() ? await resultsOf(deliveryId) : [];
    if (!(await isHiddenPayload(payload, results, rows))) payloads.push(rowsOf(JSON.parse(payload))[0]);
  }
  return { payloads: payloads.length, fields: suggestionsOf(payloads) };
}
