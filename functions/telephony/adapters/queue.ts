import { setTimeout as sleep } from 'node:timers/promises';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId, newId, randomToken } from '#functions/kernel/ids.ts';
import { channelTimes } from '#shared/exchange/channel.ts';
import type { ExchangeAdapter } from '../adapter.ts';
import { ExchangeDown } from '../down.ts';
import { sendToBridge } from '../exchanges/queue.ts';
import { findAnswer } from '../exchanges/store.ts';
import { type Asked, contractExchange } from './contract.ts';

/** The table is asked for the answer at once, and then less and less often; ms. */
const firstLookMs = 40;
const longestLookMs = 200;

/**
 * The id of a request. One with a key has the same id for a minute, as long as it is of use: asked again, it finds the
 * answer of the first time, and SQS and the bridge's journal do it once. One without is another each time.
 */
function idOf({ lane, key }: Asked, exchangeId: string): string {
  if (key === undefined) return `${newId('req')}${randomToken(8)}`;
  const minute = Math.floor(clock.now() / (channelTimes.useful * 1000));
  return deterministicId('req', exchangeId, String(tenantOf()), lane, key, String(minute));
}

async function answerTo(id: string): Promise<{ status: number; answer: unknown }> {
  const until = Date.now() + channelTimes.answer;
  for (let wait = firstLookMs; ; wait = Math.min(longestLookMs, wait * 1.3)) {
    const found = await findAnswer(id);
    if (found) return { status: found.status, answer: JSON.parse(found.body) };
    if (Date.now() > until) throw new ExchangeDown('The exchange does not answer.');
    await sleep(wait);
  }
}

/** An exchange whose bridge fetches its requests from a queue. */
export const queueExchange = (exchangeId: string, queueUrl: string): ExchangeAdapter =>
  contractExchange(async (asked) => {
    const { method, path, body, lane } = asked;
    const id = idOf(asked, exchangeId);
    const notAfter = clock.now() + channelTimes.useful * 1000;
    try {
      await sendToBridge(queueUrl, { id, tenant: tenantOf(), lane, method, path, body, notAfter });
    } catch (error) {
      throw new ExchangeDown('The queue of the exchange cannot be reached.', error);
    }
    return answerTo(id);
  });
