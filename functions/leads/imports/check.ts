import { clock } from '#functions/kernel/clock.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { rulesOf } from './chunk.ts';
import { type Failure, putChunk, type StoredChunk } from './chunk-store.ts';
import { decoderOf } from './encoding.ts';
import { formatOf, readerOf } from './file.ts';
import { isEmptyRow, rowsOf, valuesOf } from './records.ts';
import { type ReadRow, readRow } from './row.ts';
import { type Checked, noteChecked, type StoredImport } from './store.ts';

/** Rows and bytes of a chunk. */
const chunkRows = 250;
const chunkBytes = 1_000_000;
/** Chunks that are noted in one transaction. */
const chunksAtOnce = 40;

const reasonOf = (read: ReadRow) => ('reason' in read ? read.reason : undefined);

/**
 * The first look: every row is read and checked, and nothing of it is written but where the chunks begin. Goes on
 * where an earlier look ended; stops when `until` (ms since 1970) is past.
 * @returns whether the end of the file has been reached
 */
export async function check(item: StoredImport, until: number): Promise<boolean> {
  const { plan, importId, expiresAt } = item;
  const decode = decoderOf(plan.encoding);
  const rules = rulesOf(plan);
  let stored = item.checked;
  let now: Checked = { ...stored };
  let pending: StoredChunk[] = [];
  let begun: { start: number; firstRow: number; failures: Failure[] } | undefined;
  // One row that cannot be a lead ends such an import, so this is the time to keep why.
  const stops = plan.options.invalidRows === 'stop';

  const close = (end: number, refused?: string) => {
    if (!begun) return;
    const { start, firstRow, failures } = begun;
    const empty = { done: 0, token: '-', leaseUntil: 0, expiresAt };
    pending.push({
      importId,
      list: stops && (refused || failures.length > 0) ? 'refused' : 'open',
      n: now.chunks,
      start,
      end,
      firstRow,
      failures,
      ...(refused ? { refused } : {}),
      ...empty,
    });
    now = { ...now, offset: end, chunks: now.chunks + 1 };
    begun = undefined;
  };
  /** False when another worker has looked meanwhile, or it was cancelled. */
  const note = async () => {
    try {
      await commit(pending.map(putChunk), noteChecked(importId, stored, now, clock.iso(), clock.now()));
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
    stored = now;
    pending = [];
    return true;
  };

  for await (const { start, end, bytes, refused } of rowsOf(
    readerOf(plan.file),
    now.offset,
    formatOf(plan),
  )) {
    if (refused && !bytes) {
      // A chunk of its own: nobody needs to read it again.
      close(start);
      begun = { start, firstRow: now.row, failures: [] };
      now = { ...now, row: now.row + 1, rows: now.rows + 1, invalid: now.invalid + 1 };
      close(end, refused);
    } else {
      begun ??= { start, firstRow: now.row, failures: [] };
      const values = refused ? [] : valuesOf(decode(bytes!), plan.delimiter);
      const isEmpty = !refused && isEmptyRow(values);
      const reason = refused ?? (isEmpty ? undefined : reasonOf(readRow(values, rules)));
      if (reason && stops) begun.failures.push([now.row, reason]);
      now = {
        ...now,
        row: now.row + 1,
        rows: now.rows + (isEmpty ? 0 : 1),
        invalid: now.invalid + (reason ? 1 : 0),
      };
      if (now.row - begun.firstRow >= chunkRows || end - begun.start >= chunkBytes) close(end);
    }
    const isLate = clock.now() > until;
    if (!begun && (pending.length >= chunksAtOnce || isLate)) {
      if (!(await note())) return false;
      if (isLate) return false;
    }
  }
  close(plan.fileSize);
  now = { ...now, offset: plan.fileSize };
  return (pending.length === 0 && stored.offset === now.offset) || note();
}
