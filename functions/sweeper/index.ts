import {
  clearRemoved,
  reviveBatches,
  reviveBulks,
  reviveExports,
  reviveHeldSubmissions,
  reviveVideos,
} from '#functions/content/api.ts';
import { reviveJourneyJobs } from '#functions/journeys/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { log } from '#functions/kernel/log.ts';
import { reviveImports, reviveLeadExports } from '#functions/leads/api.ts';
import { forgetDeparted, reviveBlasts, reviveMessages, reviveWaiting } from '#functions/messages/api.ts';
import { reconcileDue } from '#functions/signage/api.ts';
import { settleCalls } from '#functions/telephony/api.ts';
import { listTenantIds } from '#functions/tenants/api.ts';
import { reviveCalls, reviveDeliveries, reviveSendings } from '#functions/webhooks/api.ts';
import { sweepRound } from './round.ts';
import { notePosition, readPosition } from './store.ts';

/** What is looked through once a minute, for each tenant: everything that a kill may have left half done. */
export const sweeps: Record<string, () => Promise<unknown>> = {
  reviveExports,
  reviveVideos,
  reviveBatches,
  reviveBulks,
  reconcileDue,
  clearRemoved,
  reviveImports,
  reviveLeadExports,
  reviveMessages,
  reviveBlasts,
  reviveWaiting,
  forgetDeparted,
  settleCalls,
  reviveCalls,
  reviveSendings,
  reviveDeliveries,
  reviveHeldSubmissions,
  reviveJourneyJobs,
};

/** Looks through one tenant. What fails keeps no other sweep waiting: it is logged and comes again in a minute. */
export async function sweepTenant(tenantId: number): Promise<void> {
  for (const [name, sweep] of Object.entries(sweeps))
    await asSystem(tenantId, 'sweeper', sweep).catch((error) =>
      log.error('A sweep failed.', { tenantId, name, error: error as Error }),
    );
}

/** Turns begin for so long, ms: what they began has ten seconds more before the function's time is over. */
const budgetMs = 45_000;
/** Tenants that are swept at the same time: a turn is mostly waiting for the table. */
const atOnce = 16;

/** The minute. Several tenants at once, from where the last minute stopped, so that all have their turns alike. */
export async function handler(): Promise<void> {
  const deadline = Date.now() + budgetMs;
  const tenants: number[] = [];
  for await (const tenantId of listTenantIds()) tenants.push(tenantId);
  const after = await readPosition();
  const begun = await sweepRound({ tenants, after, turn: sweepTenant, atOnce, deadline, note: notePosition });
  if (begun < tenants.length)
    log.warn('A minute was too short to sweep all tenants; the next goes on.', {
      swept: begun,
      tenants: tenants.length,
    });
}
