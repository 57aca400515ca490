import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLeads, type LeadRecord, mayUse } from '#functions/leads/api.ts';
import { fileTime } from '#functions/tenants/api.ts';
import { journeyLimits, type Reentry } from '#shared/model/journey/journey.ts';
import { queueDue } from './engine/message.ts';
import { noteRefusal } from './refusals.ts';
import { countWrites } from './store/counts.ts';
import { takeOfDay } from './store/days.ts';
import { type EnrolmentRecord, findEnrolment, insertEnrolment } from './store/enrolments.ts';
import { findJourney, findVersion, type JourneyRecord, type VersionRecord } from './store/journeys.ts';
import { findMembership, type Membership, writeMembership } from './store/memberships.ts';
import { timelineEntry } from './timeline.ts';

export type EnrolOutcome =
  | 'enrolled'
  | 'already'
  | 'not_again'
  | 'not_live'
  | 'no_lead'
  /** Journeys have put the lead into each other too often in a row. */
  | 'too_deep'
  /** The lead has come into journeys too often today. */
  | 'day_cap';
export interface Enrolled {
  leadId: string;
  outcome: EnrolOutcome;
  enrolmentId: string | null;
}
export interface EnrolledBy {
  how: 'manual' | 'bulk' | 'criteria' | 'webhook' | 'auto' | 'journey';
  /** Of the webhook, journey or event that did it. */
  id?: string;
  /** Names what did it: done again under the same key, a lead comes in once, whatever the rule of re-entry. */
  key?: string;
  /** How many journeys put the lead into each other before this one; 0 for all other ways in. */
  depth?: number;
}

const dayMs = 86_400_000;
/** A lead that a journey itself changes is not taken in again by its criteria within so long: it would go in circles. */
const autoAgainMs = 3_600_000;

export const leadName = ({ firstName, lastName, company }: LeadRecord): string =>
  `${firstName} ${lastName}`.trim() || company;

/** Why a lead may not come in (again) now; undefined when it may. */
export function barred(known: Membership | undefined, rule: Reentry, now: number): EnrolOutcome | undefined {
  if (!known) return undefined;
  if (known.open.length > 0 && rule.rule !== 'always') return 'already';
  if (rule.rule === 'never') return 'not_again';
  if (rule.rule === 'afterDays' && now < Date.parse(known.lastEnteredAt) + rule.days * dayMs)
    return 'not_again';
  return undefined;
}

/** Two who enrol one lead at one instant: the loser looks again. */
const enrolOne = (journey: JourneyRecord, version: VersionRecord, lead: LeadRecord, by: EnrolledBy) =>
  retryOnConflict(() => enrolOnce(journey, version, lead, by), { tries: 5 });

async function enrolOnce(
  journey: JourneyRecord,
  version: VersionRecord,
  lead: LeadRecord,
  by: EnrolledBy,
): Promise<Enrolled> {
  const { journeyId } = journey;
  const leadId = lead.id;
  const known = await findMembership(journeyId, leadId);
  const times = (known?.times ?? 0) + 1;
  const enrolmentId = deterministicId('ljn', journeyId, leadId, by.key ?? String(times));
  if (known && by.key && (await findEnrolment(enrolmentId)))
    return { leadId, outcome: 'enrolled', enrolmentId };
  const now = clock.now();
  const justIn =
    by.how === 'auto' && known !== undefined && now < Date.parse(known.lastEnteredAt) + autoAgainMs;
  const outcome = barred(known, journey.draft.reentry, now) ?? (justIn ? 'not_again' : undefined);
  if (outcome) return { leadId, outcome, enrolmentId: known?.open[0] ?? null };
  const depth = by.depth ?? 0;
  const at = clock.iso();
  const refusal =
    depth > journeyLimits.chain
      ? 'too_deep'
      : (await takeOfDay(leadId, at.slice(0, 10), 'entries', enrolmentId, journeyLimits.entriesADay))
        ? undefined
        : 'day_cap';
  if (refusal) {
    await noteRefusal(journey, leadId, refusal);
    return { leadId, outcome: refusal, enrolmentId: null };
  }
  // Of the workspace's calendar, as reports have it.
  const { day } = await fileTime(Date.parse(at));
  const enrolment: EnrolmentRecord = {
    enrolmentId,
    journeyId,
    leadId,
    leadName: leadName(lead),
    journeyVersion: version.number,
    status: 'active',
    stepId: version.entry,
    seq: 1,
    dueAt: at,
    queueAt: at,
    waiting: null,
    attempts: 0,
    happened: [],
    note: '',
    enteredAt: at,
    depth,
    enteredBy: by.id ? `${by.how}:${by.id}` : by.how === 'manual' ? actorName() : by.how,
    version: 1,
  };
  await commit(
    writeMembership({
      journeyId,
      leadId,
      times,
      open: [...(known?.open ?? []), enrolmentId],
      lastEnteredAt: at,
      version: (known?.version ?? 0) + 1,
    }),
    insertEnrolment(enrolment),
    countWrites(journeyId, enrolmentId, {
      'all:entered': 1,
      'all:active': 1,
      [`version:${version.number}`]: 1,
      [`at:${version.entry}`]: 1,
      [`day:entered:${day}`]: 1,
    }),
    timelineEntry(enrolment, `Entered the journey “${journey.draft.name}”`),
    event('journey.entered', enrolmentId, { journeyId, leadId, how: by.how }),
  );
  return { leadId, outcome: 'enrolled', enrolmentId };
}

/**
 * Enrols leads by the journey's rule of re-entry. The same lead given twice, or by two at one instant, comes in once.
 * @returns for each lead what became of it, in their order
 */
export async function enrol(
  journeyId: string,
  leadIds: readonly string[],
  by: EnrolledBy,
): Promise<Enrolled[]> {
  const journey = await findJourney(journeyId);
  const version =
    journey?.status === 'live' && journey.liveVersion
      ? await findVersion(journeyId, journey.liveVersion)
      : undefined;
  if (!journey || !version)
    return leadIds.map((leadId) => ({ leadId, outcome: 'not_live', enrolmentId: null }));
  const leads = new Map((await findLeads(leadIds)).map((lead) => [lead.id, lead]));
  const results: Enrolled[] = [];
  for (const leadId of leadIds) {
    const lead = leads.get(leadId);
    results.push(
      lead?.state === 'live' && mayUse(lead)
        ? await enrolOne(journey, version, lead, by)
        : { leadId, outcome: 'no_lead', enrolmentId: null },
    );
  }
  const entered = results.flatMap(({ outcome, enrolmentId }) =>
    outcome === 'enrolled' && enrolmentId ? [{ enrolmentId, seq: 1 }] : [],
  );
  await queueDue(entered).catch((error) =>
    log.warn('New enrolments wait for the next minute.', { error: error as Error }),
  );
  return results;
}
