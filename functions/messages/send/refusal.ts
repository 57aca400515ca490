import { onBehalfOf } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { timelineEvent } from '#functions/leads/api.ts';
import { findMessage } from '../record/message-store.ts';
import type { Queued } from './manual-send.ts';
import { messageIdOf, type SendOutcome } from './send.ts';

export const gaveUp = 'The provider could not be reached in time.';

/** Runs as whoever sent it. */
export const asSender = <T>({ by }: Queued, work: () => Promise<T>): Promise<T> =>
  by ? onBehalfOf(by, 'message', work) : work();

/** Says on the lead's timeline that a message which was to go out by itself did not, where nothing else says so. */
export async function tellRefusal({ outgoing }: Queued, outcome: SendOutcome): Promise<void> {
  if (!outgoing.leadId || outcome.kind === 'sent' || outcome.kind === 'later') return;
  if (await findMessage(messageIdOf(outgoing.key))) return;
  const why = outcome.kind === 'failed' ? outcome.error : outcome.reasons.map(({ text }) => text).join(' ');
  const noun = outgoing.channel === 'sms' ? 'Text' : 'Mail';
  await commit(
    timelineEvent(
      outgoing.leadId,
      outgoing.channel,
      `${noun} not sent (${why}): ${outgoing.body.slice(0, 300)}`,
      {
        source: outgoing.source,
      },
    ),
  );
}
