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

export async function handler(): Promise<void> {
  for await (const tenantId of listTenantIds()) await sweepTenant(tenantId);
}
