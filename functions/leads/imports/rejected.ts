import { Readable } from 'node:stream';
import { csvRow } from '#functions/kernel/csv.ts';
import { failuresOf, refusedChunks, type StoredChunk } from './chunk-store.ts';
import { decoderOf } from './encoding.ts';
import { formatOf, importFiles, readerOf } from './file.ts';
import { reasonKey } from './reasons.ts';
import { rowsWithin, valuesOf } from './records.ts';
import type { Plan, StoredImport } from './store.ts';

export const rejectedKey = (importId: string, reason?: string) =>
  `${importId}/rejected${reason === undefined ? '' : `-${reason}`}.csv`;

/** Excel takes UTF-8 only with this at the beginning. */
const mark = '\uFEFF';
/** Of a row that is longer than a row may be. */
const shownOfLong = 1_000;
/** Rows of one reason that are written while somebody waits, and chunks of the file that are read for them. */
const mostOfReason = { rows: 10_000, chunks: 500 };

const headOf = ({ headers }: Plan) => mark + csvRow([...headers, 'Row', 'Why it was not imported']);

/** The rows of a chunk that did not come in, or of those the ones that are wanted. */
async function* linesOfChunk(
  { plan }: StoredImport,
  chunk: StoredChunk,
  isWanted: (reason: string) => boolean = () => true,
): AsyncGenerator<string> {
  const reasons = new Map(failuresOf(chunk).filter(([, reason]) => isWanted(reason)));
  if (reasons.size === 0) return;
  const decode = decoderOf(plan.encoding);
  const read = readerOf(plan.file);
  if (chunk.refused) {
    const head = decode(await read(chunk.start, Math.min(shownOfLong, chunk.end - chunk.start)));
    const padding = plan.headers.slice(1).map(() => '');
    yield csvRow([head.replace(/[\r\n].*/s, ''), ...padding, String(chunk.firstRow), chunk.refused]);
    return;
  }
  let row = chunk.firstRow - 1;
  const bytes = await read(chunk.start, chunk.end - chunk.start);
  for (const one of rowsWithin(bytes, chunk.start, formatOf(plan))) {
    const reason = reasons.get(++row);
    if (!reason) continue;
    const values = valuesOf(decode(one.bytes!), plan.delimiter);
    while (values.length < plan.headers.length) values.push('');
    // The columns that we add stand below their names, whatever the row had too many.
    const surplus = values.splice(plan.headers.length);
    yield csvRow([...values, String(row), [reason, ...surplus.filter(Boolean)].join(' | ')]);
  }
}

async function* linesOf(item: StoredImport): AsyncGenerator<string> {
  yield headOf(item.plan);
  for await (const chunk of refusedChunks(item.importId)) yield* linesOfChunk(item, chunk);
}

/** Writes the rows that were not brought in as a file of their own. @returns whether there are any */
export async function writeRejected(item: StoredImport): Promise<boolean> {
  for await (const _ of refusedChunks(item.importId)) {
    const body = Readable.from(linesOf(item), { objectMode: false });
    await importFiles().upload(rejectedKey(item.importId), body, 'text/csv');
    return true;
  }
  return false;
}

/** Writes the rows of one reason, the first of very many. @returns whether there are any */
export async function writeRejectedFor(item: StoredImport, key: string): Promise<boolean> {
  const lines: string[] = [];
  const isWanted = (reason: string) => reasonKey(reason) === key;
  let chunks = 0;
  for await (const chunk of refusedChunks(item.importId)) {
    const before = lines.length;
    for await (const line of linesOfChunk(item, chunk, isWanted)) lines.push(line);
    if (lines.length > before) chunks++;
    if (lines.length >= mostOfReason.rows || chunks >= mostOfReason.chunks) break;
  }
  if (lines.length === 0) return false;
  const text = [headOf(item.plan), ...lines.slice(0, mostOfReason.rows)].join('');
  await importFiles().put(rejectedKey(item.importId, key), Buffer.from(text), 'text/csv');
  return true;
}
