import { log } from '#functions/kernel/log.ts';
import type { TermKind } from '#functions/kernel/retention.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { findLeads } from '#functions/leads/api.ts';
import { personsOf } from '../person.ts';
import { erasePersons, termErasers } from './erasers.ts';
import { addReason, planPage, sparedSince } from './plan.ts';
import {
  type ChunkRecord,
  chunkChange,
  chunkInsertion,
  findChunk,
  newChunk,
  type PlannedItem,
  type RunRecord,
} from './store.ts';

/** Tries of a page before its items are erased one by one, so that one that fails holds up no other. */
const triesOfChunk = 3;

/** What was planned before and has not begun to be erased may have been touched since: that stays. */
async function planAgain(kind: TermKind, chunk: ChunkRecord, before: string): Promise<ChunkRecord> {
  const reasons = await sparedSince(kind, chunk.items, before);
  if (reasons.size === 0) return chunk;
  const spared = { ...chunk.spared };
  for (const reason of reasons.values()) addReason(spared, reason);
  const items = chunk.items.filter(({ id }) => !reasons.has(id));
  const stay = chunk.persons?.filter(({ leadId }) => reasons.has(leadId)) ?? [];
  const theirs = new Set(stay.flatMap(({ phones, emails }) => [...phones, ...emails]));
  const persons =
    chunk.persons
      ?.filter(({ leadId }) => !reasons.has(leadId))
      .map((person) => ({
        ...person,
        phones: person.phones.filter((phone) => !theirs.has(phone)),
        emails: person.emails.filter((email) => !theirs.has(email)),
      })) ?? null;
  const { after, write } = chunkChange(chunk, {
    items,
    spared,
    ...(items.length > 0 ? { persons } : { persons: null, isDone: true }),
  });
  await commit(write);
  return after;
}

/**
 * What a page of a kind is to erase, as it was written down, or now is. @returns where the next page begins in place of a
 * chunk, where there was nothing old enough
 */
export async function planChunk(
  { runId }: RunRecord,
  kind: TermKind,
  before: string,
  { n, from, at }: { n: number; from: string | null; at: string | null },
): Promise<{ chunk: ChunkRecord | undefined; empty: string | null }> {
  const known = await findChunk(runId, kind.kind, n);
  if (known) {
    const isBegun = known.isDone || at !== null;
    return { chunk: isBegun ? known : await planAgain(kind, known, before), empty: null };
  }
  const { items, spared, oldest, next } = await planPage(kind, before, from);
  if (items.length === 0 && oldest === null) return { chunk: undefined, empty: next };
  const persons = kind.isOfPersons ? await personsOf(await findLeads(items.map(({ id }) => id))) : null;
  const planned = { runId, kind: kind.kind, n, items, persons, spared, oldest, next };
  const chunk = newChunk({ ...planned, isDone: items.length === 0 });
  try {
    await commit(chunkInsertion(chunk));
    return { chunk, empty: null };
  } catch (error) {
    // Another worker of the same page was quicker: what it wrote down holds.
    const written = error instanceof ConditionFailed ? await findChunk(runId, kind.kind, n) : undefined;
    if (!written) throw error;
    return { chunk: written, empty: null };
  }
}

interface Erasure {
  /** Where it goes on; null when all is gone. */
  at: string | null;
  /** Items that could not be erased. */
  failed: number;
}

async function failedOf(
  kind: TermKind,
  { items, persons }: ChunkRecord,
  eraseOne: (item: PlannedItem) => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  for (const item of persons ? items.filter(({ id }) => persons.some(({ leadId }) => leadId === id)) : items)
    try {
      await eraseOne(item);
    } catch (error) {
      failed++;
      log.error('Something could not be erased by its term.', {
        kind: kind.kind,
        id: item.id,
        error: error as Error,
      });
    }
  return failed;
}

/** Erases what a page says, or a part of it, until `until` (ms since 1970). It bears to be called twice. */
export async function eraseChunk(
  kind: TermKind,
  chunk: ChunkRecord,
  { at, failures, until }: { at: string | null; failures: number; until: number },
): Promise<Erasure> {
  const eraser = termErasers[kind.kind];
  const persons = chunk.persons ?? [];
  const isOneByOne = failures >= triesOfChunk;
  if (kind.isOfPersons) {
    if (!isOneByOne) return { at: await erasePersons(persons, at, until), failed: 0 };
    const failed = await failedOf(kind, chunk, async ({ id }) =>
      erasePersons(
        persons.filter(({ leadId }) => leadId === id),
        null,
        Number.POSITIVE_INFINITY,
      ),
    );
    return { at: null, failed };
  }
  if (!eraser) throw new Error(`Nobody erases ${kind.kind}.`);
  if (isOneByOne) return { at: null, failed: await failedOf(kind, chunk, ({ id }) => eraser([id])) };
  await eraser(chunk.items.map(({ id }) => id));
  return { at: null, failed: 0 };
}
