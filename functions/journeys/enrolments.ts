import { z } from 'zod';
import { seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { pageOf, placeCursor } from '#functions/kernel/paging.ts';
import { findLead, mayUse } from '#functions/leads/api.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import { type EnrolmentStatus, type EnrolmentView, openStatuses } from '#shared/model/journey/journey.ts';
import { outputsOf, type Step } from '#shared/model/journey/steps/index.ts';
import { endEnrolment } from './end-enrolment.ts';
import { runDue } from './engine/run.ts';
import { continueEnrolment, endingWrites, write } from './engine/transition.ts';
import { journeyOr404 } from './manage.ts';
import { changeEnrolment, pauseEnrolment, resumeEnrolment } from './pause.ts';
import { countsOf } from './store/counts.ts';
import { type EnrolmentRecord, enrolmentsOfJourney, findEnrolment, soonest } from './store/enrolments.ts';
import { executionIdOf, historyOf, partsOfExecution } from './store/executions.ts';
import { allJourneys, findVersion } from './store/journeys.ts';
import { enrolmentViews, totalsOf } from './view.ts';

/** Those whose lead the actor may see. */
async function seen(records: readonly EnrolmentRecord[]): Promise<EnrolmentRecord[]> {
  if (!seesOwnLeadsOnly()) return [...records];
  const leads = await Promise.all(records.map(({ leadId }) => findLead(leadId)));
  return records.filter((_, at) => leads[at] && mayUse(leads[at]));
}

/** @throws 404, also for an enrolment of a lead that the actor may not see */
async function enrolmentOr404(enrolmentId: string): Promise<EnrolmentRecord> {
  const found = await findEnrolment(enrolmentId);
  if (!found || (await seen([found])).length === 0) throw notFound('The enrolment');
  return found;
}

const viewOf = async (enrolmentId: string): Promise<EnrolmentView> =>
  (await enrolmentViews([(await findEnrolment(enrolmentId))!]))[0]!;

/** Leads of a journey by page, by status and then by when they came in. */
export async function leadsOfJourney(
  journeyId: string,
  { page, limit, status }: { page: number; limit: number; status?: EnrolmentStatus | undefined },
) {
  await journeyOr404(journeyId);
  const [records, counts] = await Promise.all([
    pageOf((options) => enrolmentsOfJourney(journeyId, { ...options, status }), page, limit),
    countsOf(journeyId),
  ]);
  const { entered, active, completed, exited, parked } = totalsOf(counts);
  // What is held or paused counts as active: an upper bound, as a page beyond the last is empty.
  const total = { active, completed, exited, parked, held: active, paused: active };
  const of = status ? total[status] : entered;
  return {
    leads: await enrolmentViews(await seen(records)),
    pagination: { page, limit, total: of, pages: Math.ceil(of / limit) },
  };
}

export async function history(enrolmentId: string, limit: number, cursor?: string) {
  const record = await enrolmentOr404(enrolmentId);
  const page = await historyOf(enrolmentId, limit, cursor ?? null);
  return { enrolment: await viewOf(record.enrolmentId), history: page.history, nextCursor: page.cursor };
}

const notNow = (status: string) =>
  conflict(`This is not possible while it is ${status}.`, { status }, 'not_now');

/** Pauses, resumes, completes or takes out one lead. @throws 400, 404, 409 */
export async function setStatus(
  enrolmentId: string,
  wanted: 'active' | 'paused' | 'completed' | 'exited',
  { until = null, note }: { until?: string | null | undefined; note: string },
): Promise<EnrolmentView> {
  const now = await enrolmentOr404(enrolmentId);
  if (!openStatuses.includes(now.status)) throw notNow(now.status);
  if (until && Date.parse(until) <= clock.now())
    throw badRequest('The time until which it is paused has passed.', { field: 'until' });
  if (wanted === 'paused') {
    if (!(await pauseEnrolment(enrolmentId, until, note || 'by hand'))) throw notNow(now.status);
  } else if (wanted === 'active') {
    if (!(await resumeEnrolment(enrolmentId, note || 'by hand'))) throw notNow(now.status);
  } else if (wanted === 'exited') await endEnrolment(enrolmentId, 'taken_out', note || 'taken out by hand');
  else {
    const { writes } = await endingWrites(now, 'completed', 'completed', note || 'Completed by hand');
    if (!(await write(writes)))
      throw conflict('It has just gone on. Please look again.', undefined, 'conflict');
  }
  return viewOf(enrolmentId);
}

/** Leaves out the step that comes next. @throws 404, 409 */
async function skip(now: EnrolmentRecord, outcome: 'skipped' | 'cancelled', text: string): Promise<void> {
  if (now.status !== 'active' && now.status !== 'parked') throw notNow(now.status);
  const version = await findVersion(now.journeyId, now.journeyVersion);
  const step = version?.steps.find(({ id }) => id === now.stepId);
  if (!version || !step) throw notFound('The step');
  const { draft } = await journeyOr404(now.journeyId);
  const output = outputsOf(step as Step)[0]?.key ?? '';
  // It goes on from here and now: what follows is not late because this step stood still.
  const from = { ...now, dueAt: clock.iso() };
  const next = await continueEnrolment(from, version, step as Step, { outcome, output, text }, draft.name);
  if (!next) throw conflict('It has just gone on. Please look again.', undefined, 'conflict');
  if (next.status === 'active') await runDue(next.enrolmentId, next.seq);
}

export async function skipStep(enrolmentId: string): Promise<EnrolmentView> {
  await skip(await enrolmentOr404(enrolmentId), 'skipped', 'Left out by hand');
  return viewOf(enrolmentId);
}

/** The enrolment that is at an execution. @throws 404; 409 when it has gone on */
async function at(executionId: string): Promise<EnrolmentRecord> {
  const parts = partsOfExecution(executionId);
  if (!parts) throw notFound('The step to come');
  const now = await enrolmentOr404(parts.enrolmentId);
  if (now.seq !== parts.seq || !now.stepId) throw conflict('This step is over.', undefined, 'over');
  return now;
}

export async function cancelExecution(executionId: string): Promise<EnrolmentView> {
  const now = await at(executionId);
  await skip(now, 'cancelled', 'Cancelled by hand');
  return viewOf(now.enrolmentId);
}

/** Runs steps now, whatever they wait for but the law. */
export async function processNow(executionIds: readonly string[]) {
  await assertMayLeave();
  const one = async (id: string) => {
    const now = await at(id);
    if (now.status === 'held' || now.status === 'paused') throw notNow(now.status);
    if (now.waiting?.call)
      throw conflict('The call is under way: its result decides.', undefined, 'under_way');
    const iso = clock.iso();
    const changed = await changeEnrolment(now.enrolmentId, (fresh) =>
      fresh.seq === now.seq && (fresh.status === 'active' || fresh.status === 'parked')
        ? { after: { ...fresh, status: 'active', dueAt: iso, queueAt: iso, attempts: 0 } }
        : undefined,
    );
    if (!changed) throw conflict('It has just gone on.', undefined, 'over');
    await runDue(now.enrolmentId, now.seq);
  };
  const results = [];
  for (const id of executionIds) {
    try {
      await one(id);
      results.push({ id, ok: true, note: '' });
    } catch (error) {
      results.push({ id, ok: false, note: error instanceof Error ? error.message : String(error) });
    }
  }
  return { results };
}

const places = placeCursor(z.strictObject({ queueAt: z.string(), enrolmentId: z.string() }));
const parkedPlaces = placeCursor(
  z.strictObject({ journey: z.number().int().min(0), cursor: z.string().nullable() }),
);

/** What is to come, the soonest first. */
export async function pending(input: {
  journeyId?: string | undefined;
  parked: boolean;
  limit: number;
  cursor?: string | undefined;
}) {
  const { limit } = input;
  if (input.parked) return parked(input);
  let place = input.cursor ? places.placeOf(input.cursor) : undefined;
  const found: EnrolmentRecord[] = [];
  let more = true;
  // A journey that is one of many is looked for a bounded while; the cursor goes on from there.
  for (let look = 0; more && found.length < limit && look < 10; look++) {
    const page = await soonest(limit, place);
    more = page.length === limit;
    const wanted = page.filter(({ journeyId }) => !input.journeyId || journeyId === input.journeyId);
    for (const record of await seen(wanted)) if (found.length < limit) found.push(record);
    const last = found.length === limit ? found.at(-1)! : page.at(-1);
    if (last) place = { queueAt: last.queueAt, enrolmentId: last.enrolmentId };
  }
  return answer(found, more && place ? places.cursorOf(place) : null);
}

async function parked({
  journeyId,
  limit,
  cursor,
}: {
  journeyId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}) {
  const ids = journeyId ? [journeyId] : (await allJourneys()).map((one) => one.journeyId);
  const found: EnrolmentRecord[] = [];
  let place = cursor ? parkedPlaces.placeOf(cursor) : { journey: 0, cursor: null as string | null };
  while (found.length < limit && place.journey < ids.length) {
    const page = await enrolmentsOfJourney(ids[place.journey]!, {
      status: 'parked',
      limit: limit - found.length,
      cursor: place.cursor,
    });
    found.push(...(await seen(page.data)));
    place = page.cursor
      ? { journey: place.journey, cursor: page.cursor }
      : { journey: place.journey + 1, cursor: null };
  }
  return answer(found, place.journey < ids.length ? parkedPlaces.cursorOf(place) : null);
}

async function answer(records: readonly EnrolmentRecord[], nextCursor: string | null) {
  const views = await enrolmentViews(records);
  return {
    executions: records.map((one, place) => ({
      id: executionIdOf(one.enrolmentId, one.seq),
      enrolment: views[place]!,
      dueAt: one.stepId ? one.dueAt : null,
    })),
    nextCursor,
  };
}
