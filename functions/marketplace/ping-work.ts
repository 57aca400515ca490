import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { findPing, replacePing, type StoredPing } from './ping-store.ts';
import { releaseBids, sellPosted } from './sell-ping.ts';

/** Frees what the bids of a ping hold that nobody has posted in time. */
async function expire(ping: StoredPing): Promise<NextLook> {
  if (clock.now() < Date.parse(ping.bidsUntil)) return ping.bidsUntil;
  const isRefused = Object.keys(ping.refusals).length > 0;
  const after: StoredPing = {
    ...ping,
    outcome: isRefused ? 'refused' : 'expired',
    reason: ping.reason || 'Nothing was posted while the bids stood.',
  };
  // First, so that nobody posts to a bid whose part of the budget is free again; it stays due until that is done.
  if (!(await accepted(commit(replacePing(ping, after))))) return clock.now();
  await releaseBids(ping.bids);
  return undefined;
}

async function look(pingId: string): Promise<NextLook> {
  const ping = await findPing(pingId);
  if (!ping) return undefined;
  switch (ping.outcome) {
    case 'posted': {
      const { outcome, bidsUntil } = await sellPosted(pingId, tenantOf());
      return outcome === 'open' ? bidsUntil : undefined;
    }
    case 'open':
      return expire(ping);
    case 'expired':
    case 'refused':
      await releaseBids(ping.bids);
      return undefined;
    case 'sold':
    case 'unmatched':
      return undefined;
    default:
      return ping.outcome satisfies never;
  }
}

/** Goes on with posts that were cut off, and ends bids that have run out. */
export const marketPingWork: DueWork = { look, earlier: async () => [] };
