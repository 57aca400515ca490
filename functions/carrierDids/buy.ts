import { poolThere } from '#functions/didPools/api.ts';
import { type DidRecord, didViewer, findDid } from '#functions/dids/api.ts';
import { outcomeOf, workEach } from '#functions/kernel/bulk.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import {
  type Bought,
  beginPurchase,
  followOrder,
  purchaseNumber,
  type WantedNumber,
} from '#functions/messages/api.ts';
import type { Did, RentingCarrier } from '#shared/model/did.ts';

/** Numbers of a purchase of many that are bought at the same time; carriers count requests by the second. */
const atOnce = 4;
/** Somebody waits so long for a purchase of many, ms: the client gives up at 15 s, and what is left goes on by itself. */
const patience = 11_000;

async function assertPool(poolId: string | undefined): Promise<void> {
  if (poolId && !(await poolThere(poolId))) throw badRequest('This pool is not there.', { field: 'poolId' });
}

const shown = async (did: DidRecord): Promise<Did> => (await didViewer())(did);

/** @throws 400, 409; 422 'not_bought' with the reason */
export async function buyOne(carrier: RentingCarrier, wanted: WantedNumber) {
  await assertPool(wanted.poolId);
  const { did, order, had } = await purchaseNumber(carrier, wanted);
  if (!did) throw new AppError(422, 'not_bought', 'The number was not bought.');
  return { did: await shown(did), had, isPending: order?.status === 'open' };
}

type Begun = { phoneNumber: string; bought: Bought } | { phoneNumber: string; reason: string };

/**
 * Buys many. All are written down before the first carrier is asked, so that those which a kill or the time cuts off are
 * bought by the background.
 */
export async function buyMany(carrier: RentingCarrier, phoneNumbers: readonly string[], poolId?: string) {
  const until = Date.now() + patience;
  await assertPool(poolId);
  const wanted = [...new Set(phoneNumbers)];
  const begun = await workEach<string, Begun>(
    wanted,
    atOnce,
    async (phoneNumber) => ({ phoneNumber, bought: await beginPurchase(carrier, { phoneNumber, poolId }) }),
    (phoneNumber, error) => {
      if (error.status >= 500) throw error;
      return { phoneNumber, reason: error.message };
    },
  );
  const view = await didViewer();
  const results = await workEach(
    begun,
    atOnce,
    async (one) => {
      const { phoneNumber } = one;
      if ('reason' in one) return failed(phoneNumber, one.reason);
      const { had, order } = one.bought;
      if (had)
        return {
          phoneNumber,
          ...outcomeOf('It is yours already.'),
          outcome: 'skipped' as const,
          did: view(one.bought.did!),
        };
      const now = await followOrder(order!.didId, until);
      if (now.status === 'failed') return failed(phoneNumber, now.reason);
      const did = await findDid(now.didId);
      const isPending = now.status === 'open';
      return {
        phoneNumber,
        success: !isPending,
        reason: isPending ? `${label(now.askedAt)} It is bought in the background.` : now.reason,
        outcome: isPending ? ('pending' as const) : ('bought' as const),
        did: did ? view(did) : null,
      };
    },
    ({ phoneNumber }, error) => failed(phoneNumber, error.message),
  );
  const count = (outcome: string) => results.filter((one) => one.outcome === outcome).length;
  return {
    summary: {
      successful: count('bought'),
      failed: count('failed'),
      skipped: count('skipped') + phoneNumbers.length - wanted.length,
      pending: count('pending'),
    },
    results,
  };
}

const label = (askedAt: string | null) =>
  askedAt ? 'The carrier has not finished the order.' : 'It is not its turn yet.';

const failed = (phoneNumber: string, reason: string) => ({
  phoneNumber,
  ...outcomeOf(reason),
  outcome: 'failed' as const,
  did: null,
});
