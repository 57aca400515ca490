import { z } from 'zod';
import { batchesAsJobs, bulksAsJobs } from '#functions/content/api.ts';
import { holds } from '#functions/kernel/access.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { JobPlace, JobSource } from '#functions/kernel/job-list.ts';
import { pagedJobs } from '#functions/kernel/paged-job.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { exportsAsJobs, importsAsJobs } from '#functions/leads/api.ts';
import { blastsAsJobs } from '#functions/messages/api.ts';
import type { Job } from '#shared/model/job.ts';

/** A noun with work of its own that takes a while has a line here. */
const sources: readonly JobSource[] = [
  pagedJobs,
  importsAsJobs,
  exportsAsJobs,
  blastsAsJobs,
  batchesAsJobs,
  bulksAsJobs,
];

const dayMs = 86_400_000;
/** Work of the last 30 days is listed. */
const listedDays = 30;

const { cursorOf, placeOf } = placeCursor(z.object({ at: z.iso.datetime(), id: z.string().max(64) }));

/** Newest first, and by the id where two began at once: as the indexes sort. */
const newestFirst = (a: Job, b: Job): number => {
  const [one, other] = [a, b].map(({ startedAt, id }) => `${startedAt} ${id}`.toLowerCase());
  return one! < other! ? 1 : one === other ? 0 : -1;
};

/** All work that the caller may see, newest first. @throws 400 for a cursor that no list gave */
export async function listJobs(limit: number, cursor?: string) {
  const from = new Date(clock.now() - listedDays * dayMs).toISOString();
  const newest: JobPlace = { at: new Date(clock.now() + dayMs).toISOString(), id: '' };
  const before = cursor ? placeOf(cursor) : newest;
  // The table refuses a range whose end lies before its beginning.
  if (from >= before.at) return { jobs: [], nextCursor: null };
  const found = await Promise.all(
    sources
      .filter(({ permission }) => holds(permission))
      .map((source) => source.newest({ from, before, limit: limit + 1 })),
  );
  const jobs = found.flat().sort(newestFirst);
  const page = jobs.slice(0, limit);
  const last = page.at(-1);
  return {
    jobs: page,
    nextCursor: jobs.length > limit && last ? cursorOf({ at: last.startedAt, id: last.id }) : null,
  };
}
