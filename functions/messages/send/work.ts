import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { send } from '#functions/kernel/queue.ts';
import { advance } from '../record/advance.ts';
import { findMessage } from '../record/message-store.ts';
import { claim, release, wasTaken } from './hand-over.ts';
import type { Queued } from './manual-send.ts';
import { asSender, gaveUp, tellRefusal } from './refusal.ts';
import { givenUpAfter, hasOwner } from './revive.ts';
import { messageIdOf, ProviderDown, resumeMessage, sendMessage } from './send.ts';
import { waitInLine } from './waiting.ts';

/** Seconds between two tries of a queued message: doubled each time, a quarter of an hour at most. */
const waits = { first: 30, most: 900, tries: 8 };

/** Sends what was queued. What a limit holds back waits in its line; where the provider is down it comes again. */
export async function workQueued(queued: Queued & { tries?: number | undefined }): Promise<void> {
  const { tries = 0 } = queued;
  const again = (seconds: number, count: number) =>
    send('MESSAGES', tenantOf(), { ...queued, tries: count }, seconds);
  try {
    const outcome = await asSender(queued, () => sendMessage(queued.outgoing));
    if (outcome.kind === 'later')
      return await asSender(queued, () => waitInLine(queued.outgoing, outcome.retryAt));
    await tellRefusal(queued, outcome);
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.code !== 'busy')
      return tellRefusal(queued, { kind: 'failed', error: error.message });
    if (!(error instanceof ProviderDown)) throw error;
    if (tries < waits.tries) return again(Math.min(waits.most, waits.first * 2 ** tries), tries + 1);
    await advance(messageIdOf(queued.outgoing.key), { status: 'failed', error: gaveUp });
  }
}

/**
 * Takes up a message that was left behind as 'sending'. One of a journey or a blast is only found out about: whether
 * it shall still go out is theirs to say, and they come again with its key.
 */
export async function workForgotten(messageId: string): Promise<void> {
  const message = await findMessage(messageId);
  if (message?.status !== 'sending' || message.leaseUntil > clock.now()) return;
  const age = clock.now() - Date.parse(message.at);
  try {
    if (age > (hasOwner(message) ? givenUpAfter.others : givenUpAfter.byHand))
      return void (await advance(messageId, {
        status: message.asked === 'maybe' ? 'unconfirmed' : 'failed',
        error: gaveUp,
      }));
    if (!hasOwner(message)) return void (await resumeMessage(message));
    if (message.asked === 'no') return;
    const mine = await claim(message);
    if (mine && !(await wasTaken(mine))) await release(mine, 'no');
  } catch (error) {
    // The next sweep comes in a minute.
    if (!(error instanceof ProviderDown)) throw error;
  }
}
