import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { JobDefinitions, PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import type { TermKind } from '#functions/kernel/retention.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { eraseChunk, planChunk } from './chunk.ts';
import { findTermKind } from './kinds.ts';
import { resultsOf } from './results.ts';
import {
  type ChunkRecord,
  chunkChange,
  findRun,
  jobKind,
  type RunRecord,
  readTurn,
  runWrite,
  turnWrite,
} from './store.ts';

/*
 * A run takes one kind of data after the other, a page at a time:
 *
 *   plan a page ──▶ write down what goes, and what stays and why ──▶ erase it ──▶ done ──▶ the next page
 *
 * A kind whose data is more than one run takes stops at a place, from which the next run goes on. Figures are looked up in
 * what was written down, and not added up while it is worked.
 */

/** Items that a run erases of a kind, and of leads; and pages of a kind that it looks at. More goes the next night. */
export const runLimits = { items: 20_000, persons: 5_000, pages: 5_000 };

/** A page of the job takes so long; ms. */
const pageMs = 8_000;

/** Where a run goes on. */
interface Place {
  /** The kind of data, by its place among the run's. */
  term: number;
  /** Where the page of it begins, which number it has, and how many were looked at. */
  from: string | null;
  n: number;
  pages: number;
  erased: number;
  /** Within the erasure of persons. */
  at: string | null;
}

const startOf = ({ terms }: RunRecord, term = 0): Place | null =>
  term < terms.length ? { term, from: terms[term]!.from, n: 0, pages: 0, erased: 0, at: null } : null;

/** Notes at which place a kind stopped. */
const noteStopped = (runId: string, kind: string, cursor: string, before: string): Promise<void> =>
  retryOnConflict(async () => {
    const run = await findRun(runId);
    if (!run || run.stopped[kind]) return;
    await commit(runWrite(run, { stopped: { ...run.stopped, [kind]: { cursor, before } } }));
  });

/** What follows a page that is done. */
async function following(
  run: RunRecord,
  place: Place,
  kind: TermKind,
  { items, next, isKept }: { items: number; next: string | null; isKept: boolean },
): Promise<Place | null> {
  const { before } = run.terms[place.term]!;
  const erased = place.erased + items;
  const pages = place.pages + 1;
  if (next === null) return startOf(run, place.term + 1);
  const most = kind.isOfPersons ? runLimits.persons : runLimits.items;
  if (erased >= most || pages >= runLimits.pages) {
    await noteStopped(run.runId, kind.kind, next, before);
    return startOf(run, place.term + 1);
  }
  return { ...place, from: next, n: place.n + (isKept ? 1 : 0), pages, erased, at: null };
}

/** One page of a kind, or a part of one. @returns where the run goes on, and how many were erased */
async function workPage(
  run: RunRecord,
  place: Place,
  failures: number,
  until: number,
): Promise<{ next: Place | null; erased: number }> {
  const { kind: name, before } = run.terms[place.term]!;
  const kind = findTermKind(name);
  // A version that was taken back may not know of what another began.
  if (!kind) return { next: startOf(run, place.term + 1), erased: 0 };
  const { chunk, empty } = await planChunk(run, kind, before, place);
  if (!chunk)
    return { next: await following(run, place, kind, { items: 0, next: empty, isKept: false }), erased: 0 };
  let done: ChunkRecord = chunk;
  if (!chunk.isDone) {
    const erasure = await eraseChunk(kind, chunk, { at: place.at, failures, until });
    if (erasure.at !== null) return { next: { ...place, at: erasure.at }, erased: 0 };
    const { after, write } = chunkChange(chunk, { isDone: true, persons: null, failed: erasure.failed });
    await commit(write);
    done = after;
  }
  const erased = done.items.length - done.failed;
  const next = await following(run, place, kind, { items: erased, next: done.next, isKept: true });
  return { next, erased };
}

async function runPage({ input, cursor, failures }: PageAsked): Promise<PageDone> {
  const { runId } = input as { runId: string };
  const run = await findRun(runId);
  if (!run) throw notFound('The run');
  if (run.endedAt !== null) return { cursor: null, seen: 0, changed: 0, isSerial: true };
  let place: Place | null = cursor ? JSON.parse(cursor) : startOf(run);
  let [seen, changed] = [0, 0];
  const until = clock.now() + pageMs;
  do {
    if (!place) break;
    const worked = await workPage(run, place, failures, until);
    seen += worked.erased;
    changed += worked.erased;
    place = worked.next;
  } while (clock.now() < until);
  if (!place) await endRun(runId);
  return { cursor: place && JSON.stringify(place), seen, changed, isSerial: true };
}

/** Ends a run: its figures are looked up, and the next one knows where to go on. Called again, it changes nothing. */
const endRun = (runId: string): Promise<void> =>
  retryOnConflict(async () => {
    const run = await findRun(runId);
    if (!run || run.endedAt !== null) return;
    const results = await resultsOf(run);
    const sum = (of: 'erased' | 'failed') => results.reduce((all, one) => all + one[of], 0);
    const spared = results.flatMap((one) => one.spared).reduce((all, { count }) => all + count, 0);
    const turn = await readTurn();
    const told = { erased: sum('erased'), spared, failed: sum('failed') };
    await commit(
      runWrite(run, { endedAt: clock.iso(), results }),
      turnWrite(turn, { stopped: run.stopped }),
      told.erased + told.failed > 0
        ? auditEntry(
            'retention.ran',
            { kind: 'retentionRun', id: runId, name: run.startedAt.slice(0, 10) },
            told,
          )
        : [],
    );
  });

/** The product itself works it: the rule is the workspace's, and not that of who set it. */
export const retentionJobs: JobDefinitions = { [jobKind]: { page: runPage, asProduct: true } };
