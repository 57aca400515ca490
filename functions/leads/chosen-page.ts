import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { AppError, badRequest, notFound } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import type { Problem } from '#functions/kernel/paged-job-store.ts';
import type { PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import { countChanged, type StoredChoice } from './chosen.ts';
import { queryLeads } from './query/page.ts';
import { usableIds } from './write.ts';

/*
 * A job over chosen leads first writes down which they are, and changes none before all are found: so what it will do is
 * known, a change does not take leads out of the filter that finds them, and a chunk that is worked again after a kill
 * is the same chunk.
 */

/** Leads of one chunk, which is one page of work. */
const chunkSize = 50;
/** Leads that are worked at the same time. */
const atOnce = 8;
const pageLeads = 500;
/** Finding hands on after so long, ms. */
const findMs = 15_000;
/** Tries of a chunk before a lead that fails through our fault is left out. */
const triesOfLead = 3;
const keepSeconds = 30 * 86_400;

const Chunks = entity('leadJobChunk', {
  fields: z.object({
    jobId: z.string(),
    n: z.number(),
    leadIds: z.array(z.string()),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['jobId'], sort: ['n'] },
  padded: { n: 6 },
});

/** Where finding goes on, or which chunk is next and how many there are. */
type Place = { found: number; chunks: number; next: string | null } | { chunk: number; chunks: number };

const placeOf = (cursor: string | null): Place =>
  cursor ? JSON.parse(cursor) : { found: 0, chunks: 0, next: null };

async function writeChunks(jobId: string, first: number, leadIds: readonly string[]): Promise<number> {
  const expiresAt = clock.seconds() + keepSeconds;
  const chunks = Array.from({ length: Math.ceil(leadIds.length / chunkSize) }, (_, at) => ({
    jobId,
    n: first + at,
    leadIds: leadIds.slice(at * chunkSize, (at + 1) * chunkSize),
    expiresAt,
  }));
  await Chunks.putEvery(chunks);
  return first + chunks.length;
}

const cursorAt = (place: Place): string => JSON.stringify(place);
const firstChunk = (chunks: number): string | null => (chunks > 0 ? cursorAt({ chunk: 0, chunks }) : null);

/** One sentence for a lead that is gone, a colleague's and another tenant's: it tells nothing of any. */
const notFoundProblem = (id: string): Problem => ({ id, reason: notFound('The lead').message });

async function findNamed(jobId: string, ids: readonly string[]): Promise<PageDone> {
  const usable = await usableIds(ids);
  const there = new Set(usable);
  const problems = ids.filter((id) => !there.has(id)).map(notFoundProblem);
  const chunks = await writeChunks(jobId, 0, usable);
  return { cursor: firstChunk(chunks), seen: problems.length, changed: 0, problems, total: ids.length };
}

async function findByFilter(
  jobId: string,
  { filter, expected, until }: StoredChoice,
  place: Extract<Place, { found: number }>,
): Promise<PageDone> {
  const end = clock.now() + findMs;
  let { found, chunks, next } = place;
  do {
    const page = await queryLeads(
      filter!,
      { field: 'createdAt', direction: 'asc' },
      { limit: pageLeads, cursor: next ?? undefined, only: (id) => id < until },
    );
    const ids = page.leads.map(({ id }) => id);
    found += ids.length;
    if (expected !== undefined && found > expected)
      throw badRequest(countChanged(found, expected).message, { found, expected });
    chunks = await writeChunks(jobId, chunks, ids);
    next = page.nextCursor;
  } while (next && clock.now() < end);
  if (next) return { cursor: cursorAt({ found, chunks, next }), seen: 0, changed: 0, isSerial: true };
  return { cursor: firstChunk(chunks), seen: 0, changed: 0, total: found };
}

/** What keeps a lead from being worked; undefined when it was. What passes with time is thrown, and comes again. */
async function problemOf(
  id: string,
  failures: number,
  doOne: (leadId: string) => Promise<unknown>,
): Promise<Problem | undefined> {
  try {
    await doOne(id);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { id, reason: error.message };
    if (failures < triesOfLead) throw error;
    log.error('A lead of a job failed and is left out.', { leadId: id, error: error as Error });
    return { id, reason: 'Something went wrong on our side.' };
  }
}

/**
 * One page of a job over the leads that `workChosen` was given: it finds them, and then works a chunk of them.
 * @param doOne changes one lead, and bears to be done twice; what it throws with a status below 500 is told of that lead
 */
export async function chosenLeadsPage<Input>(
  { jobId, input, cursor, part, parts, failures }: PageAsked,
  doOne: (leadId: string, input: Input) => Promise<unknown>,
): Promise<PageDone> {
  const { choice, ...given } = input as { choice: StoredChoice };
  const place = placeOf(cursor);
  if ('found' in place) return choice.ids ? findNamed(jobId, choice.ids) : findByFilter(jobId, choice, place);
  const { chunks } = place;
  // Each part has every sixteenth chunk.
  const chunk = place.chunk + ((part - (place.chunk % parts) + parts) % parts);
  if (chunk >= chunks) return { cursor: null, seen: 0, changed: 0 };
  const { leadIds } = (await Chunks.find({ jobId, n: chunk })) ?? { leadIds: [] };
  const problems: Problem[] = [];
  for (let at = 0; at < leadIds.length; at += atOnce) {
    const some = leadIds.slice(at, at + atOnce);
    const found = await Promise.all(
      some.map((id) => problemOf(id, failures, (leadId) => doOne(leadId, given as Input))),
    );
    problems.push(...found.filter((one) => one !== undefined));
  }
  return {
    cursor: chunk + parts < chunks ? cursorAt({ chunk: chunk + parts, chunks }) : null,
    seen: leadIds.length,
    changed: leadIds.length - problems.length,
    problems,
  };
}
