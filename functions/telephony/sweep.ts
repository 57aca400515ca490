import { earlierCalls, findCall, isOnExchange, movePlaced, quietAt } from '#functions/calls/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { jobWork } from '#functions/kernel/job.ts';
import type { CallState } from '#shared/exchange/commands.ts';
import type { Call } from '#shared/model/call.ts';
import { exchangeLimits } from '#shared/model/exchange.ts';
import type { ExchangeAdapter } from './adapter.ts';
import { ExchangeDown } from './down.ts';
import { exchangeOfCall } from './exchanges/placement.ts';

/** A call that goes on is asked about again after so long; ms. */
const askAgainMs = 60_000;

/** One that the exchange does not answer for, or has never had, is over after so long; ms. */
const giveUpMs = exchangeLimits.ring * 1000 + 4 * 3_600_000;

async function standingOf(adapter: ExchangeAdapter | undefined, callId: string): Promise<CallState | null> {
  try {
    return (await adapter?.ask(callId)) ?? null;
  } catch (error) {
    if (error instanceof ExchangeDown) return null;
    throw error;
  }
}

async function settle(call: Call, adapter: ExchangeAdapter | undefined): Promise<void> {
  const standing = await standingOf(adapter, call.id);
  if (standing?.state === 'ended') {
    const { result, at, talkSeconds } = standing;
    await movePlaced(call.id, { to: result ?? 'failed', at, talkSeconds });
  } else if (standing?.state === 'answered')
    await movePlaced(call.id, { to: 'in-progress', at: standing.at });
  else if (standing?.state === 'ringing') await movePlaced(call.id, { to: 'ringing', at: standing.at });
  else if (clock.now() - Date.parse(call.updatedAt) > giveUpMs)
    await movePlaced(call.id, { to: 'failed', at: clock.iso() });
}

/** The exchange that a call was handed to, where there still is one. */
async function connected(callId: string): Promise<ExchangeAdapter | undefined> {
  try {
    return await exchangeOfCall(callId);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The sweeper's part: ends a call whose end was never told. The exchange is asked, and a call that it knows nothing of is
 * given up as failed after its ringing time and four hours.
 */
export const callWork = jobWork({
  find: findCall,
  isOpen: isOnExchange,
  quietAt,
  revive: async (call) => settle(call, await connected(call.id)),
  againMs: askAgainMs,
  earlier: earlierCalls,
});
