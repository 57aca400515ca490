import { callbackKey, type ExchangeQueue, e164Number } from '#shared/exchange/commands.ts';
import { type Call, isLive, otherParty } from './call.ts';
import { type Calls, queueLeft, resultOf } from './calls.ts';
import { releaseOffers } from './join-queue.ts';
import { queueOf } from './queue-list.ts';
import { timing } from './settings.ts';
import { fetchSound } from './sounds.ts';

/*
 * Whoever waits in a queue may keep their place and be called back: they hear of it, press a key, and are let go. The place
 * is held by the product from then on (`places` of the queue).
 */

type Offer = NonNullable<ExchangeQueue['callback']>;

async function play(calls: Calls, call: Call, what: 'callback' | 'thanks', url: string): Promise<boolean> {
  const { ari, settings, log } = calls.parts;
  try {
    const media = `sound:${await fetchSound(settings.folder, url)}`;
    const path = `channels/${call.legs.party!.channel}/play/${call.id}.${what}.${Date.now()}`;
    return Boolean(await ari.attempt('POST', path, { media }));
  } catch (error) {
    log(`${call.id}: the ${what} sound is not heard: ${(error as Error).message}`);
    return false;
  }
}

/** Says to a caller who has waited long enough that they may be called back; again after a while. @param waited ms */
export async function offerCallback(calls: Calls, call: Call, offer: Offer, waited: number): Promise<void> {
  const queue = call.queue!;
  // Who hides their number cannot be called.
  if (waited < offer.afterSeconds * 1000 || !e164Number.safeParse(otherParty(call)).success) return;
  const now = Date.now();
  if (now - (queue.offeredAt ?? 0) < timing.announce) return;
  // What is being said is heard to its end first.
  if (queue.announcedAt > queue.joinedAt && now - queue.announcedAt < timing.said) return;
  queue.offeredAt = now;
  calls.save(call);
  await play(calls, call, 'callback', offer.offer.audioUrl);
}

/** A caller has pressed a key in a queue; whoever has heard of it keeps their place by the right one. */
export async function keyInQueue(calls: Calls, call: Call, digit: string): Promise<void> {
  if (!call.queue?.offeredAt || digit !== callbackKey || !isLive(call)) return;
  const offer = queueOf(calls, call.tenant, call.queue.queueId)?.callback;
  if (!offer) return;
  const left = queueLeft(call, 'callback');
  call.queue = null;
  call.isThanked = true;
  calls.save(call, [left]);
  await releaseOffers(calls, call);
  // Its end ends the call.
  if (!(await play(calls, call, 'thanks', offer.thanks.audioUrl))) await calls.end(call, resultOf(call));
}
