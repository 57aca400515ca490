import { randomUUID } from 'node:crypto';
import { onBehalfOf, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import type { ImportStatus } from '#shared/model/lead-import.ts';
import { check } from './check.ts';
import { workChunk } from './chunk.ts';
import { openChunks, revokeChunks } from './chunk-store.ts';
import { writeRejected } from './rejected.ts';
import { earlierImports, findImport, noteImport, type StoredImport } from './store.ts';
import { undo } from './undo.ts';

/*
 *   checking ──every row read──▶ running ──no chunk left──▶ completed ──▶ undoing ──▶ undone
 *      └──── failed                 └──── cancelled ──resume──▶ running
 *
 * One that is cancelled has a last turn: the rows that had been refused are written out.
 *
 * A message is a turn of a worker at an import: it does what there is to do for 40 s, then sends the next. Several
 * turns work one import side by side, each with chunks of its own, and one that finds no chunk free looks again when
 * the next lease ends: a turn that dies leaves its chunk to the others then. Behind all stands the sweeper's minute.
 */

export interface ImportMessage {
  importId: string;
}

/** Turns at one import at the same time. */
const turnsAtOnce = 4;
const turnMs = 40_000;
/** An import that no turn has said anything of for so long is taken up by the sweeper, in ms. */
const forgottenAfter = 45_000;
const beatEvery = 5_000;
/** Chunks from which a turn chooses. */
const lookAhead = 12;

export const sendTurns = async (importId: string, turns = 1, delaySeconds = 0): Promise<void> => {
  for (let n = 0; n < turns; n++)
    await send('IMPORTS', tenantOf(), { importId } satisfies ImportMessage, delaySeconds);
};

/** Whether it was written; a state that has changed meanwhile is somebody else's work. */
export const moved = (
  item: StoredImport,
  from: readonly ImportStatus[],
  change: Omit<Parameters<typeof noteImport>[2], 'updatedAt'>,
): Promise<boolean> => accepted(commit(noteImport(item, from, { ...change, updatedAt: clock.iso() })));

/** The user who began it acts, so that what comes of it is theirs on every timeline. */
const asUser = <T>({ plan: { by } }: StoredImport, work: () => T): T => onBehalfOf(by, 'import', work);

const fail = (item: StoredImport, error: string, hasRejected = item.hasRejected) =>
  moved(item, ['checking', 'running'], { status: 'failed', open: 'no', error, hasRejected });

/** Says, now and then, that the import is being worked. */
function beating(item: StoredImport, hide: () => Promise<void>): () => Promise<void> {
  let last = 0;
  return async () => {
    if (clock.now() - last < beatEvery) return;
    last = clock.now();
    await hide();
    await moved(item, ['checking', 'running', 'undoing'], { beatAt: last });
  };
}

async function checking(item: StoredImport, until: number): Promise<void> {
  const { importId } = item;
  if (!(await check(item, until))) {
    if (clock.now() > until) await sendTurns(importId);
    return;
  }
  const now = (await findImport(importId))!;
  const { rows, invalid, chunks } = now.checked;
  if (rows === 0) return void (await fail(now, 'The file has a head and no rows.'));
  if (invalid > 0 && now.plan.options.invalidRows === 'stop')
    return void (await fail(
      now,
      `${invalid} of ${rows} rows cannot be leads, so nothing was imported. Let the others come in, or mend the file.`,
      await writeRejected(now),
    ));
  if (await moved(now, ['checking'], { status: 'running', beatAt: clock.now() }))
    await sendTurns(importId, Math.min(turnsAtOnce, Math.max(1, chunks)));
}

async function running(item: StoredImport, until: number, beat: () => Promise<void>): Promise<void> {
  const { importId } = item;
  const token = randomUUID();
  const goesOn = async () => {
    await beat();
    return clock.now() < until && (await findImport(importId))?.status === 'running';
  };
  for (;;) {
    const open = await openChunks(importId, lookAhead);
    if (open.length === 0) return complete(item);
    const free = open.filter(({ leaseUntil }) => leaseUntil < clock.now());
    // Others are at what is left, or were: its message may come again before the lease of a turn that died is over.
    if (free.length === 0) {
      const soonest = Math.min(...open.map(({ leaseUntil }) => leaseUntil));
      return sendTurns(importId, 1, (soonest - clock.now()) / 1000 + 1);
    }
    const outcome = await workChunk(item, free[Math.floor(Math.random() * free.length)]!, token, goesOn);
    if (outcome !== 'stopped') continue;
    if ((await findImport(importId))?.status === 'running') await sendTurns(importId);
    return;
  }
}

async function complete(item: StoredImport): Promise<void> {
  const now = await findImport(item.importId);
  if (now?.status !== 'running') return;
  const hasRejected = await writeRejected(now);
  await moved(now, ['running'], { status: 'completed', open: 'no', hasRejected });
}

async function cancelled(item: StoredImport): Promise<void> {
  // A worker may be in the middle of a transaction; what it writes after this is refused.
  await revokeChunks(item.importId);
  await moved(item, ['cancelled'], { open: 'no', hasRejected: await writeRejected(item) });
}

async function undoing(item: StoredImport, until: number, beat: () => Promise<void>): Promise<void> {
  const kept = await undo(item, until, beat);
  if (kept === undefined) return sendTurns(item.importId);
  await moved(item, ['undoing'], { status: 'undone', open: 'no', kept });
}

/** One turn at an import. `hide` keeps its message from coming again while it lives. */
export async function turn(
  importId: string,
  hide: () => Promise<void> = async () => undefined,
): Promise<void> {
  const item = await findImport(importId);
  if (!item || item.open === 'no') return;
  const until = clock.now() + turnMs;
  const beat = beating(item, hide);
  await beat();
  await asUser(item, async () => {
    try {
      if (item.status === 'checking') await checking(item, until);
      if (item.status === 'running') await running(item, until, beat);
      if (item.status === 'cancelled') await cancelled(item);
      if (item.status === 'undoing') await undoing(item, until, beat);
    } catch (error) {
      // A file that is gone, or rights that are: nothing that the next try would find otherwise.
      if (!(error instanceof AppError) || error.code === 'busy') throw error;
      await fail(item, error.message);
      // One that was cancelled stays so; only its refused rows cannot be written out.
      await moved(item, ['cancelled'], { open: 'no' });
    }
  });
}

/** The sweeper's part: turns for an import that no worker is at. */
export const leadImportWork = jobWork({
  find: findImport,
  isOpen: ({ open }) => open === 'yes',
  quietAt: ({ beatAt }) => beatAt + forgottenAfter,
  revive: async (item, importId) => {
    if (await moved(item, ['checking', 'running', 'undoing', 'cancelled'], { beatAt: clock.now() }))
      await sendTurns(importId, item.status === 'running' ? turnsAtOnce : 1);
  },
  againMs: forgottenAfter,
  earlier: earlierImports,
});
