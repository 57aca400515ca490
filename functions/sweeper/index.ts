import { reviveBulks } from '#functions/content/bulk/work.ts';
import { reviveVideos } from '#functions/content/exports/video/revive.ts';
import { reviveExports } from '#functions/content/exports/work.ts';
import { clearRemoved } from '#functions/content/personalised/remove.ts';
import { reviveBatches } from '#functions/content/personalised/work.ts';
import { reviveHeldSubmissions } from '#functions/content/submissions/held.ts';
import { reviveJourneyJobs } from '#functions/journeys/jobs.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { log } from '#functions/kernel/log.ts';
import { reviveExports as reviveLeadExports } from '#functions/leads/exports/work.ts';
import { reviveImports } from '#functions/leads/imports/turns.ts';
import { forgetDeparted } from '#functions/messages/delete-threads.ts';
import { reviveBlasts, reviveMessages } from '#functions/messages/revive.ts';
import { reviveWaiting } from '#functions/messages/waiting.ts';
import { reconcileDue } from '#functions/signage/reconcile.ts';
import { settleCalls } from '#functions/telephony/sweep.ts';
import { listTenantIds } from '#functions/tenants/read.ts';
import { reviveSendings } from '#functions/webhooks/endpoints/send.ts';
import { reviveCalls } from '#functions/webhooks/work/call.ts';
import { reviveDeliveries } from '#functions/webhooks/work/revive.ts';

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
