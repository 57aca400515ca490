import { clock } from '#functions/kernel/clock.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { type ExchangeQueue, mostHeldPlaces } from '#shared/exchange/commands.ts';
import type { QueueRecord } from '../queues/store.ts';
import { openCallbacks } from './store.ts';

/** Of the application: web/public/sounds. Their voice is artificial: they are heard by who has called us alone. */
const sounds = {
  offer: { path: '/sounds/press-1-to-be-called-back.wav', seconds: 3.7 },
  thanks: { path: '/sounds/we-will-call-you-back.wav', seconds: 2.5 },
};

/** What the exchange is told of a queue's callbacks: whether they are offered, and the places that are held. */
export async function callbacksForExchange({
  queueId,
  callback,
  callbackAfter,
}: QueueRecord): Promise<Pick<ExchangeQueue, 'callback' | 'places'>> {
  const now = clock.iso();
  const places = (await openCallbacks(queueId))
    .filter(({ status, notBefore }) => status === 'waiting' && notBefore <= now)
    .slice(0, mostHeldPlaces)
    .map(({ callbackId, since }) => ({ placeId: callbackId, since }));
  const told = ({ path, seconds }: (typeof sounds)['offer']) => ({
    audioUrl: `${publicUrl()}${path}`,
    seconds,
  });
  return {
    ...(callback
      ? { callback: { afterSeconds: callbackAfter, offer: told(sounds.offer), thanks: told(sounds.thanks) } }
      : {}),
    ...(places.length > 0 ? { places } : {}),
  };
}
