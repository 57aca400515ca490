import { lastCalledFrom } from '#functions/calls/api.ts';
import { lastOfPools } from '#functions/didPools/api.ts';
import { didViewer, findDid } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { blastSendingFrom, releaseNumber } from '#functions/messages/api.ts';
import { callBackDays, type Did, type RentingCarrier } from '#shared/model/did.ts';

const dayMs = 86_400_000;

/**
 * What keeps a number from being given back now.
 * @param isConfirmed whether it is given back although people may call back
 * @throws 404; 409 'last_of_pool', 'blast_running' or, unless it is confirmed, 'call_backs_expected'
 */
export async function assertReleasable(didId: string, isConfirmed: boolean): Promise<void> {
  const did = await findDid(didId);
  if (!did) throw notFound('The number');
  const { phoneNumber } = did;
  const [pools, blast, last] = await Promise.all([
    lastOfPools(didId),
    blastSendingFrom(phoneNumber),
    lastCalledFrom(phoneNumber),
  ]);
  if (pools[0])
    throw conflict(
      `It is the last number of the pool ${pools[0].name}. Put another one there first.`,
      { pools },
      'last_of_pool',
    );
  if (blast) throw conflict(`The text blast ${blast.name} goes out from it now.`, { blast }, 'blast_running');
  const until = last && Date.parse(last) + callBackDays * dayMs;
  if (!isConfirmed && until && until > clock.now()) {
    const day = new Date(until).toISOString().slice(0, 10);
    throw conflict(
      `People who were called from this number may call back until ${day}. Release it anyway?`,
      { until: day, lastCalledAt: last },
      'call_backs_expected',
    );
  }
}

/**
 * Gives a number back to its carrier; it stays as released, with its calls. One that was given back before is answered.
 * @throws as `assertReleasable`; 404 for another carrier's; 422 with the carrier's reason
 */
export async function releaseDid(
  carrier: RentingCarrier,
  didId: string,
  isConfirmed: boolean,
): Promise<{ did: Did; isPending: boolean }> {
  const before = await findDid(didId);
  if (before?.messaging?.provider !== carrier) throw notFound('The number');
  if (before.messaging.isActive) await assertReleasable(didId, isConfirmed);
  const order = await releaseNumber(carrier, didId);
  const did = await findDid(didId);
  if (!did) throw notFound('The number');
  return { did: (await didViewer())(did), isPending: order?.status === 'open' };
}
