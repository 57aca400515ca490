import type { EnrolmentView } from '#shared/model/journey/journey.ts';
import { nameOf, type Step } from '#shared/model/journey/steps/index.ts';
import { problemsOf } from './problems.ts';
import { countsOf } from './store/counts.ts';
import type { EnrolmentRecord } from './store/enrolments.ts';
import { findJourney, findVersion, type JourneyRecord, versionsOf } from './store/journeys.ts';

/** Counters may be below zero for an instant while shards are read one after the other. */
const of = (counts: ReadonlyMap<string, number>, name: string) => Math.max(0, counts.get(name) ?? 0);

export const totalsOf = (counts: ReadonlyMap<string, number>) => ({
  entered: of(counts, 'all:entered'),
  active: of(counts, 'all:active'),
  completed: of(counts, 'all:completed'),
  exited: of(counts, 'all:exited'),
  parked: of(counts, 'all:parked'),
});

export async function summaryOf(journey: JourneyRecord) {
  const { journeyId, draft, status, liveVersion, draftDiffers, createdAt, createdBy, updatedAt, version } =
    journey;
  return {
    id: journeyId,
    name: draft.name,
    description: draft.description,
    status,
    steps: draft.steps.length,
    liveVersion: liveVersion ?? null,
    draftDiffers,
    autoEnroll: draft.triggerCriteria.autoEnroll,
    counts: totalsOf(await countsOf(journeyId)),
    createdAt,
    createdBy,
    updatedAt,
    updatedBy: journey.updatedBy ?? createdBy,
    version,
  };
}

export async function detailOf(journey: JourneyRecord) {
  const { journeyId, draft, liveVersion } = journey;
  const [counts, versions] = await Promise.all([countsOf(journeyId), versionsOf(journeyId)]);
  const { steps: _steps, autoEnroll: _auto, ...summary } = await summaryOf(journey);
  return {
    ...summary,
    ...draft,
    problems: problemsOf(draft),
    versions: versions
      .map(({ number, publishedAt, publishedBy }) => ({
        number,
        publishedAt,
        publishedBy,
        leads: of(counts, `version:${number}`),
      }))
      .filter(({ number, leads }) => leads > 0 || number === liveVersion),
  };
}

function nameIn(steps: readonly Step[] | undefined, stepId: string | null): string {
  const step = steps?.find(({ id }) => id === stepId);
  return step ? nameOf(step) : '';
}

/** Enrolments as people see them; journeys and versions are read once each. */
export async function enrolmentViews(records: readonly EnrolmentRecord[]): Promise<EnrolmentView[]> {
  const names = new Map<string, string>();
  const steps = new Map<string, readonly Step[]>();
  for (const { journeyId, journeyVersion } of records) {
    if (!names.has(journeyId)) names.set(journeyId, (await findJourney(journeyId))?.draft.name ?? '');
    const key = `${journeyId}/${journeyVersion}`;
    if (!steps.has(key)) steps.set(key, (await findVersion(journeyId, journeyVersion))?.steps ?? []);
  }
  return records.map((one) => ({
    id: one.enrolmentId,
    journeyId: one.journeyId,
    journeyName: names.get(one.journeyId) ?? '',
    leadId: one.leadId,
    leadName: one.leadName,
    status: one.status,
    journeyVersion: one.journeyVersion,
    stepId: one.stepId,
    stepName: nameIn(steps.get(`${one.journeyId}/${one.journeyVersion}`), one.stepId),
    waiting: one.waiting !== null,
    dueAt: one.stepId ? one.dueAt : null,
    attempts: one.attempts,
    note: one.note,
    enteredAt: one.enteredAt,
    enteredBy: one.enteredBy,
    endedAt: one.endedAt ?? null,
    version: one.version,
  }));
}
