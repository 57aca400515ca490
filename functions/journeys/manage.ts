import { isDeepStrictEqual } from 'node:util';
import { actorName } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit, onRefused } from '#functions/kernel/table.ts';
import { assertFilterSize } from '#functions/leads/api.ts';
import { type JourneyFields, journeyFields, journeyLimits } from '#shared/model/journey/journey.ts';
import type { Step } from '#shared/model/journey/steps/index.ts';
import { assertNoCircle, circleOf, liveSteps } from './circles.ts';
import { newJob } from './jobs.ts';
import { problemsOf } from './problems.ts';
import { countsOf } from './store/counts.ts';
import {
  allJourneys,
  deleteJourney,
  findJourney,
  findVersion,
  insertJourney,
  insertVersion,
  type JourneyRecord,
  replaceJourney,
} from './store/journeys.ts';
import { totalsOf } from './view.ts';

export async function journeyOr404(journeyId: string): Promise<JourneyRecord> {
  const journey = await findJourney(journeyId);
  if (!journey) throw notFound('The journey');
  return journey;
}

const changedSince = () =>
  conflict('Somebody else has changed this journey since you loaded it.', undefined, 'conflict');

/** Bytes of a whole draft: an item of the table takes 400 kB, and has other attributes too. */
const draftBytes = 380_000;

/** @throws 400 for a draft that would not fit into one item, or two steps of one id */
function assertFits(draft: JourneyFields): void {
  const { steps, rules } = draft;
  if (rules.goal) assertFilterSize(rules.goal);
  for (const step of steps) if (step.type === 'branch') assertFilterSize(step.config.filter);
  if (Buffer.byteLength(JSON.stringify(steps)) > journeyLimits.bytes)
    throw badRequest('The steps hold too much text together. Put long mails into templates.', {
      field: 'steps',
    });
  if (Buffer.byteLength(JSON.stringify(draft)) > draftBytes)
    throw badRequest('The goal and the steps hold too much text together. Please name fewer values.', {
      field: 'rules',
    });
  if (new Set(steps.map(({ id }) => id)).size !== steps.length)
    throw badRequest('Two steps have the same id.', { field: 'steps' });
}

export async function createJourney(fields: JourneyFields): Promise<JourneyRecord> {
  assertFits(fields);
  if ((await allJourneys()).length >= journeyLimits.journeys)
    throw conflict(`A team has at most ${journeyLimits.journeys} journeys.`, undefined, 'too_many');
  const at = clock.iso();
  const journey: JourneyRecord = {
    journeyId: newId('jrn'),
    status: 'draft',
    draft: fields,
    draftDiffers: true,
    createdAt: at,
    createdBy: actorName(),
    updatedAt: at,
    version: 1,
  };
  await commit(insertJourney(journey));
  return journey;
}

/** The steps as leads meet them: where their cards lie in the builder, and in which order they are kept, is nothing to them. */
const asRun = (steps: readonly Step[]) =>
  steps.map(({ position: _, ...step }) => step).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** Whether what new leads get differs from the draft. */
async function differs({ journeyId, liveVersion }: JourneyRecord, draft: JourneyFields): Promise<boolean> {
  const live = liveVersion ? await findVersion(journeyId, liveVersion) : undefined;
  if (!live) return true;
  return !isDeepStrictEqual(
    { steps: asRun(live.steps), entry: live.entry, rules: live.rules },
    { steps: asRun(draft.steps), entry: draft.entry, rules: draft.rules },
  );
}

/** Writes a journey that goes live; what was held while it was paused is let go in the background. */
async function saveLive(
  before: JourneyRecord,
  after: JourneyRecord,
  ...more: object[]
): Promise<JourneyRecord> {
  const job = before.status === 'paused' ? newJob(before.journeyId, 'resume', {}) : undefined;
  const saved = await save(before, { ...after, status: 'live' }, ...more, ...(job ? [job.write] : []));
  await job?.begin();
  return saved;
}

/** Writes a journey again. @throws 409 when somebody else did meanwhile */
async function save(before: JourneyRecord, after: JourneyRecord, ...more: object[]): Promise<JourneyRecord> {
  const saved = { ...after, updatedAt: clock.iso(), updatedBy: actorName() };
  await commit(replaceJourney({ ...saved, version: before.version }), more).catch((error) =>
    onRefused(error, changedSince),
  );
  return { ...saved, version: before.version + 1 };
}

/**
 * Changes the draft. What is live stays as it is until it is published; only the criteria by which leads come in, and
 * whether they come in again, count at once.
 * @param confirmed a circle of journeys is meant
 * @throws 400, 404, 409; 400 'circle'
 */
export async function updateJourney(
  journeyId: string,
  changes: Partial<JourneyFields>,
  version?: number,
  confirmed = false,
): Promise<JourneyRecord> {
  const before = await journeyOr404(journeyId);
  if (version !== undefined && version !== before.version) throw changedSince();
  const draft = { ...before.draft, ...changes };
  assertFits(draft);
  if (!confirmed && (changes.triggerCriteria || changes.reentry)) await assertClosesNoCircle(before, draft);
  return save(before, { ...before, draft, draftDiffers: await differs(before, draft) });
}

/** @throws 400 'circle' where a live journey's leads would go in a circle as it comes to be, and did not before */
async function assertClosesNoCircle(before: JourneyRecord, draft: JourneyFields): Promise<void> {
  if (before.status !== 'live') return;
  const steps = await liveSteps(before);
  if (await circleOf(before, steps)) return;
  await assertNoCircle({ ...before, draft }, steps, 'Save it');
}

/**
 * Makes the draft a version of its own that new leads get; those on others stay on them.
 * @param confirmed a circle of journeys is meant
 * @throws 400, 404, 409; 400 'circle'
 */
export async function publishJourney(
  journeyId: string,
  version?: number,
  confirmed = false,
): Promise<JourneyRecord> {
  const before = await journeyOr404(journeyId);
  if (version !== undefined && version !== before.version) throw changedSince();
  const { draft, liveVersion = 0 } = before;
  const problems = problemsOf(draft);
  if (problems.length > 0)
    throw badRequest(`The journey cannot go live yet: ${problems[0]!.text}`, { problems });
  if (!confirmed) await assertNoCircle(before, draft.steps, 'Publish it');
  if (liveVersion > 0 && !(await differs(before, draft))) {
    if (before.status === 'live') return before;
    return saveLive(before, { ...before, draftDiffers: false });
  }
  return saveLive(
    before,
    { ...before, liveVersion: liveVersion + 1, draftDiffers: false },
    insertVersion({
      journeyId,
      number: liveVersion + 1,
      steps: draft.steps,
      entry: draft.entry,
      rules: draft.rules,
      publishedAt: clock.iso(),
      publishedBy: actorName(),
    }),
  );
}

/**
 * Live or paused. What was due while it was paused goes on when it resumes, unless it has gone stale.
 * @param confirmed a circle of journeys, which others may have closed meanwhile, is meant
 * @throws 400, 404, 409; 400 'circle'
 */
export async function toggleJourney(
  journeyId: string,
  wanted?: 'live' | 'paused',
  confirmed = false,
): Promise<JourneyRecord> {
  const before = await journeyOr404(journeyId);
  const status = wanted ?? (before.status === 'live' ? 'paused' : 'live');
  if (status === before.status) return before;
  if (!before.liveVersion)
    return status === 'live'
      ? publishJourney(journeyId, undefined, confirmed)
      : Promise.reject(badRequest('A draft is not running yet, so it cannot be paused.'));
  // What comes due while it is paused is held by the engine as it comes to it; the rest goes on waiting.
  if (status === 'paused') return save(before, { ...before, status });
  if (!confirmed) await assertNoCircle(before, await liveSteps(before), 'Resume it');
  return saveLive(before, before);
}

export async function discardDraft(journeyId: string): Promise<JourneyRecord> {
  const before = await journeyOr404(journeyId);
  const live = before.liveVersion ? await findVersion(journeyId, before.liveVersion) : undefined;
  if (!live) throw badRequest('This journey has not been live yet, so there is nothing to go back to.');
  const { steps, entry, rules } = live;
  return save(before, { ...before, draft: { ...before.draft, steps, entry, rules }, draftDiffers: false });
}

/**
 * Removes a journey. With leads in it, only by `force`: they leave it first, in the background, as it is gone.
 * @throws 404, 409 'in_use'
 */
export async function removeJourney(journeyId: string, force: boolean): Promise<void> {
  const before = await journeyOr404(journeyId);
  const { active } = totalsOf(await countsOf(journeyId));
  if (active > 0 && !force)
    throw conflict(
      `${active} ${active === 1 ? 'lead is' : 'leads are'} in this journey. Remove it with force to take them out first.`,
      { active },
      'in_use',
    );
  const job = newJob(journeyId, 'exit', {});
  const target = { kind: 'journey', id: journeyId, name: before.draft.name };
  const entry = auditEntry('journey.deleted', target, { leads: active });
  await commit(deleteJourney(before), job.write, entry).catch((error) => onRefused(error, changedSince));
  await job.begin();
}

export async function cloneJourney(journeyId: string, name?: string): Promise<JourneyRecord> {
  const { draft } = await journeyOr404(journeyId);
  const copy = name ?? `${draft.name} (copy)`.slice(0, journeyLimits.name);
  return createJourney(
    journeyFields.parse({
      ...draft,
      name: copy,
      triggerCriteria: { ...draft.triggerCriteria, autoEnroll: false },
    }),
  );
}
