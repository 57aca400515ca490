import {
  assertRoomForDids,
  type DidRecord,
  didIdOf,
  findDid,
  isDidOvertaken,
  joinPool,
  pendingWrite,
} from '#functions/dids/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { AppError, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { send } from '#functions/kernel/queue.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { smsProviderOf } from '../providers/index.ts';
import { ProviderDown, ProviderRefused } from '../providers/types.ts';
import { smsAccount, smsState } from '../settings/accounts.ts';
import { readSettings } from '../settings/store.ts';
import { everyOrder, findOrder, type NumberOrder, orderWrite } from './order-store.ts';
import { waitForOrder } from './work-order.ts';

export interface WantedNumber {
  phoneNumber: string;
  label?: string | undefined;
  poolId?: string | undefined;
}

/** What has become of a purchase: had already, being bought by somebody already, or the order as it is. */
export interface Bought {
  did: DidRecord | undefined;
  order: NumberOrder | undefined;
  /** Nothing was begun: the workspace had it. */
  had: boolean;
}

/** What a provider said, as the error of a call. */
export function toAppError(error: unknown): unknown {
  if (error instanceof ProviderRefused)
    return new AppError(422, 'provider_refused', error.message, { details: { providerCode: error.code } });
  if (error instanceof ProviderDown)
    return new AppError(502, 'provider_down', error.message, { cause: error });
  return error;
}

const newOrder = (carrier: string, sandbox: boolean, phoneNumber: string): NumberOrder => ({
  didId: didIdOf(phoneNumber),
  phoneNumber,
  carrier,
  kind: 'purchase',
  status: 'open',
  reference: newId('nor'),
  sandbox,
  label: '',
  poolId: null,
  monthlyCost: null,
  currency: null,
  askedAt: null,
  tries: 0,
  reason: '',
  leaseUntil: 0,
  createdAt: clock.iso(),
  updatedAt: clock.iso(),
  version: 0,
});

const auditedNumber = ({ didId, phoneNumber }: NumberOrder) => ({
  kind: 'did',
  id: didId,
  name: phoneNumber,
});

/** Whether a carrier rents the number out to the account that is used now. */
const isRented = ({ messaging }: DidRecord, carrier: string, sandbox: boolean): boolean =>
  messaging?.isActive === true && messaging.provider === carrier && messaging.sandbox === sandbox;

/**
 * Writes down that a number is to be bought, before anybody is asked. Of two at one instant one does; the other is
 * answered with the order of the first.
 * @throws 400 when there are too many; 409 for one that another carrier rents out or that is being given back
 */
export async function beginPurchase(
  carrier: string,
  { phoneNumber, label = '', poolId }: WantedNumber,
): Promise<Bought> {
  const { sandbox } = await smsAccount(await readSettings(), carrier);
  await assertRoomForDids(1);
  return retryOnConflict(
    async () => {
      const didId = didIdOf(phoneNumber);
      const [did, before] = await Promise.all([findDid(didId), findOrder(didId)]);
      if (before?.status === 'open' && before.kind === 'release')
        throw conflict('This number is being given back.');
      if (before?.status === 'open') return { did, order: before, had: false };
      if (did && isRented(did, carrier, sandbox)) return { did, order: undefined, had: true };
      if (did?.messaging?.isActive && did.messaging.provider !== carrier)
        throw conflict(
          `${smsProviderOf(did.messaging.provider).label} rents this number out to you already.`,
        );
      const order = { ...newOrder(carrier, sandbox, phoneNumber), label, poolId: poolId ?? null };
      await commit(
        orderWrite(before, order),
        pendingWrite(did, { phoneNumber, carrier, label }),
        auditEntry('number.ordered', auditedNumber(order), { carrier: smsProviderOf(carrier).label }),
      );
      return { did, order: { ...order, version: (before?.version ?? 0) + 1 }, had: false };
    },
    { isOvertaken: (error) => wasOvertaken(error) || isDidOvertaken(error) },
  );
}

/** Seconds after which an order that is open is looked at again by the worker; after that by the sweeper. */
const looksAfter = [3, 20];

async function lookLater(didId: string): Promise<void> {
  for (const seconds of looksAfter) await send('MESSAGES', tenantOf(), { numberOrder: didId }, seconds);
}

/**
 * Works an order until it has ended or `until` (by Date.now()), which is when the background takes over.
 * @returns the order as it is then
 */
export async function followOrder(didId: string, until: number): Promise<NumberOrder> {
  const order = await waitForOrder(didId, until);
  if (order.status === 'open') await lookLater(didId);
  return order;
}

/** Somebody waits so long for one number; ms. */
const patience = 6_000;

/**
 * Buys a number from a carrier. One that the workspace has is answered and not bought again; one that is being bought is
 * answered as it stands.
 * @throws 400, 409; 422 with the carrier's reason for one that was not bought
 */
export async function purchaseNumber(carrier: string, wanted: WantedNumber): Promise<Bought> {
  const bought = await beginPurchase(carrier, wanted);
  if (bought.had) {
    if (wanted.poolId) await joinPool.run(wanted.poolId, bought.did!.didId);
    return bought;
  }
  const order = await followOrder(bought.order!.didId, Date.now() + patience);
  if (order.status === 'failed')
    throw new AppError(422, 'not_bought', order.reason, { details: { phoneNumber: order.phoneNumber } });
  return { did: await findDid(order.didId), order, had: false };
}

/**
 * Writes down that a number goes back to its carrier, and has it done; the background finishes what a carrier that
 * cannot be reached holds up.
 * @returns undefined when it was given back before
 * @throws 404; 409 for one that no carrier rents out, that another does, or that is being bought; 422
 */
export async function releaseNumber(carrier: string, didId: string): Promise<NumberOrder | undefined> {
  const did = await findDid(didId);
  if (!did?.messaging || did.messaging.provider !== carrier) throw notFound('The number');
  if (!did.messaging.isActive) return undefined;
  const { sandbox } = did.messaging;
  if (smsState(await readSettings(), carrier).sandbox !== sandbox)
    throw conflict(
      `This number is of another account with ${smsProviderOf(carrier).label} than the one whose keys are set.`,
    );
  await retryOnConflict(async () => {
    const before = await findOrder(didId);
    if (before?.status === 'open' && before.kind === 'purchase')
      throw conflict('This number is being bought. It can be given back once that has ended.');
    if (before?.status === 'open') return;
    const order: NumberOrder = { ...newOrder(carrier, sandbox, did.phoneNumber), kind: 'release' };
    await commit(
      orderWrite(before, order),
      auditEntry('number.givenBack', auditedNumber(order), { carrier: smsProviderOf(carrier).label }),
    );
  });
  const order = await followOrder(didId, Date.now() + patience);
  if (order.status === 'failed') throw new AppError(422, 'provider_refused', order.reason);
  return order;
}

/** A failed purchase is shown for so long; ms. */
const failureShownMs = 86_400_000;

/** Purchases and returns of a carrier's numbers that are open, and those that failed within a day. */
export async function recentOrders(carrier: string): Promise<NumberOrder[]> {
  const since = new Date(clock.now() - failureShownMs).toISOString();
  return (await everyOrder()).filter(
    (order) =>
      order.carrier === carrier &&
      (order.status === 'open' || (order.status === 'failed' && order.updatedAt >= since)),
  );
}

/** The sweeper's part: an order that is open is handed to the worker, which has the keys. */
export const numberOrderWork: DueWork = {
  async look(didId) {
    const order = await findOrder(didId);
    if (order?.status !== 'open') return undefined;
    if (order.leaseUntil > clock.now()) return order.leaseUntil;
    await send('MESSAGES', tenantOf(), { numberOrder: didId });
    return clock.now() + 60_000;
  },
  earlier: async () => [],
};
