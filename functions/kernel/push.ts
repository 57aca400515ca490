import { type Hint, pushNamespace } from '#shared/model/push.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { signedHeaders } from './sign-request.ts';

/** Events that one request may carry (the quotas of AppSync Events, November 2026). */
const eventsAtMost = 5;
/** All hints of a call are given up after this: nothing waits for them; ms. */
const withinMs = 1_500;

export interface ChannelHint {
  channel: string;
  hint: Hint;
}

/**
 * Sends hints to those who listen. Alike ones go once, and what cannot be sent is not tried again: a lost hint costs
 * its hearers one slow poll. Never throws.
 */
export async function pushHints(hints: readonly ChannelHint[]): Promise<void> {
  const byChannel = new Map<string, Set<string>>();
  for (const { channel, hint } of hints)
    byChannel.set(channel, (byChannel.get(channel) ?? new Set()).add(JSON.stringify(hint)));
  const requests = [...byChannel].flatMap(([channel, distinct]) => {
    const events = [...distinct];
    return Array.from({ length: Math.ceil(events.length / eventsAtMost) }, (_, part) => ({
      channel,
      events: events.slice(part * eventsAtMost, (part + 1) * eventsAtMost),
    }));
  });
  if (requests.length === 0) return;
  const signal = AbortSignal.timeout(withinMs);
  const sent = await Promise.allSettled(requests.map((request) => publish(JSON.stringify(request), signal)));
  const lost = sent.filter((one) => one.status === 'rejected');
  if (lost.length > 0)
    log.warn('Hints could not be pushed; pages see the change at their next poll.', {
      lost: lost.length,
      error: lost[0]!.reason as Error,
    });
}

/** Says something where nobody listens. @throws when the channel does not take it */
export const tryPush = (abortSignal: AbortSignal): Promise<void> =>
  publish(
    JSON.stringify({ channel: `/${pushNamespace}/status`, events: [JSON.stringify({ topic: 'status' })] }),
    abortSignal,
  );

/** @throws when the channel does not take it */
async function publish(body: string, signal: AbortSignal): Promise<void> {
  const url = new URL(env('PUSH_URL'));
  const headers = signedHeaders('appsync', url, body);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  if (!response.ok) throw new Error(`The push channel answered ${response.status}.`);
  await response.body?.cancel();
}
