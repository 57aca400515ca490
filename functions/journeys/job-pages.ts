import { notFound } from '#functions/kernel/errors.ts';
import type { JobRecord } from '#functions/kernel/paged-job-store.ts';
import type { JobDefinitions, PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import { queryLeads } from '#functions/leads/api.ts';
import type { EnrolmentStatus } from '#shared/model/journey/journey.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { endEnrolment } from './end-enrolment.ts';
import { resumeWrite } from './engine/pause-writes.ts';
import { write } from './engine/transition.ts';
import { type EnrolOutcome, enrol } from './enrol.ts';
import { moveOne } from './move-enrolments.ts';
import { removeCounts } from './store/counts.ts';
import { enrolmentsOfJourney, findEnrolment } from './store/enrolments.ts';
import { deleteVersions, findJourney } from './store/journeys.ts';

/** Leads of one page of work. */
const page = 100;
/** Of which so many enrolments are changed at the same time: those of a part share one of the journey's counters. */
const atOnce = 4;

type Work = (asked: PageAsked) => Promise<PageDone>;

interface EnrolInput {
  ids?: readonly string[];
  filter?: LeadFilter;
  how: 'bulk' | 'criteria';
}

/** The next leads that a job enrols: of those it was given, or of its filter's. */
async function nextLeads({
  input,
  cursor,
  isMine,
}: PageAsked): Promise<{ ids: string[]; next: string | null }> {
  const { ids, filter = { all: [] } } = input as EnrolInput;
  if (ids) {
    const to = Number(cursor ?? 0) + page;
    return { ids: ids.slice(to - page, to).filter(isMine), next: to < ids.length ? String(to) : null };
  }
  const { leads, nextCursor } = await queryLeads(
    filter,
    { field: 'createdAt', direction: 'asc' },
    { limit: page, cursor: cursor ?? undefined, only: isMine },
  );
  return { ids: leads.map(({ id }) => id), next: nextCursor };
}

/** Why a lead did not come in that nobody left out by the journey's rules. */
const notEnrolled: Partial<Record<EnrolOutcome, string>> = {
  no_lead: notFound('The lead').message,
  not_live: 'The journey is not live.',
  too_deep: 'Journeys have put the lead into each other too often in a row.',
  day_cap: 'The lead has come into journeys too often today.',
};

const enrolPage: Work = async (asked) => {
  const { ids, next } = await nextLeads(asked);
  const { how } = asked.input as EnrolInput;
  const results = await enrol(asked.subjectId, ids, { how, key: asked.jobId });
  return {
    cursor: next,
    seen: ids.length,
    changed: results.filter(({ outcome }) => outcome === 'enrolled').length,
    problems: results.flatMap(({ leadId, outcome }) => {
      const reason = notEnrolled[outcome];
      return reason ? [{ id: leadId, reason }] : [];
    }),
  };
};

/** Goes through enrolments of some statuses, one status after the other; the cursor says which. */
const through =
  (statuses: readonly EnrolmentStatus[], change: (enrolmentId: string) => Promise<boolean>): Work =>
  async ({ subjectId, cursor, isMine, parts }) => {
    let [at, place] = cursor ? (JSON.parse(cursor) as [number, string | null]) : [0, null];
    const ids: string[] = [];
    for (let status = statuses[at]; status && ids.length < page; status = statuses[at]) {
      const limit = (page - ids.length) * parts;
      const read = await enrolmentsOfJourney(subjectId, { status, limit, cursor: place });
      ids.push(...read.data.map(({ enrolmentId }) => enrolmentId).filter(isMine));
      place = read.cursor;
      if (!place) at++;
    }
    const results: boolean[] = [];
    for (let n = 0; n < ids.length; n += atOnce)
      results.push(...(await Promise.all(ids.slice(n, n + atOnce).map(change))));
    return {
      cursor: statuses[at] ? JSON.stringify([at, place]) : null,
      seen: ids.length,
      changed: results.filter(Boolean).length,
    };
  };

/** The statuses of enrolments whose journey can still do something with them. */
const open = ['active', 'held', 'parked', 'paused'] as const;

async function deleteRest({ subjectId }: JobRecord): Promise<void> {
  await deleteVersions(subjectId);
  await removeCounts(subjectId);
}

/** What is done to many leads of a journey in the background. */
export const journeyJobs: JobDefinitions = {
  'journeys.enrol': { page: enrolPage },
  'journeys.move': {
    page: (asked) => {
      const { from } = asked.input as { from?: number };
      return through(open, (id) => moveOne(id, from))(asked);
    },
    asProduct: true,
  },
  'journeys.resume': {
    page: through(['held'], async (id) => {
      const now = await findEnrolment(id);
      const journey = now && (await findJourney(now.journeyId));
      if (now?.status !== 'held' || journey?.status !== 'live') return false;
      return write(resumeWrite(now));
    }),
    asProduct: true,
  },
  'journeys.exit': {
    page: through(open, (id) => endEnrolment(id, 'journey_removed', 'The journey was removed')),
    finish: deleteRest,
    asProduct: true,
  },
};
