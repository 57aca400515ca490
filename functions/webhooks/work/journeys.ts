import {
  barred,
  findJourney,
  findMembership,
  openEnrolmentsOf,
  pauseEnrolment,
  pauseLead,
} from '#functions/journeys/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { PauseConfig } from '#shared/model/webhook.ts';

/** What a pause can hold; what is paused already stays as it is. */
const pausable: readonly string[] = ['active', 'parked', 'held'];

const isMeant = ({ scope, journeyIds }: PauseConfig, journeyId: string) =>
  scope === 'all' || journeyIds.includes(journeyId);

/** Pauses a lead in the journeys that the webhook means. */
export async function pauseJourneys(
  leadId: string,
  config: PauseConfig,
  until: string | null,
  why: string,
): Promise<number> {
  if (config.scope === 'all') return (await pauseLead(leadId, { until, why })).paused;
  let paused = 0;
  for (const { enrolmentId, status, journeyId } of await openEnrolmentsOf(leadId))
    if (
      pausable.includes(status) &&
      isMeant(config, journeyId) &&
      (await pauseEnrolment(enrolmentId, until, why))
    )
      paused++;
  return paused;
}

/** In how many journeys a pause would hold a lead. */
export async function journeysToPause(leadId: string, config: PauseConfig): Promise<number> {
  const all = await openEnrolmentsOf(leadId);
  return all.filter(({ status, journeyId }) => pausable.includes(status) && isMeant(config, journeyId))
    .length;
}

/** What a stop would take a lead out of. */
export async function journeysToLeave(leadId: string) {
  const open = await openEnrolmentsOf(leadId);
  return { journeysRemoved: open.length, executionsCancelled: open.length };
}

/** What an enrolment would come to; `leadId` is undefined for a lead that is not there yet. */
export async function wouldEnrol(journeyId: string, leadId: string | undefined): Promise<string> {
  const journey = await findJourney(journeyId);
  if (journey?.status !== 'live' || !journey.liveVersion) return 'not_live';
  if (!leadId) return 'enrolled';
  return barred(await findMembership(journeyId, leadId), journey.draft.reentry, clock.now()) ?? 'enrolled';
}
