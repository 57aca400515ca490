import { Readable } from 'node:stream';
import { csvRow } from '#functions/kernel/csv.ts';
import { refusedChunks } from './chunk-store.ts';
import { decoderOf } from './encoding.ts';
import { formatOf, importFiles, readerOf } from './file.ts';
import { rowsWithin, valuesOf } from './records.ts';
import type { StoredImport } from './store.ts';

export const rejectedKey = (importId: string) => `${importId}/rejected.csv`;

/** Excel takes UTF-8 only with this at the beginning. */
const mark = '\uFEFF';
/** Of a row that is longer than a row may be. */
const shownOfLong = 1_000;

async function* linesOf(item: StoredImport): AsyncGenerator<string> {
  const { plan, importId } = item;
  const decode = decoderOf(plan.encoding);
  const read = readerOf(plan.file);
  yield mark + csvRow([...plan.headers, 'Row', 'Why it was not imported']);
  for await (const chunk of refusedChunks(importId)) {
    const reasons = new Map(chunk.failures);
    if (chunk.refused) {
      const head = decode(await read(chunk.start, Math.min(shownOfLong, chunk.end - chunk.start)));
      const padding = plan.headers.slice(1).map(() => '');
      yield csvRow([head.replace(/[\r\n].*/s, ''), ...padding, String(chunk.firstRow), chunk.refused]);
      continue;
    }
    let row = chunk.firstRow - 1;
    for (const { bytes } of rowsWithin(
      await read(chunk.start, chunk.end - chunk.start),
      chunk.start,
      formatOf(plan),
    )) {
      const reason = reasons.get(++row);
      if (!reason) continue;
      const values = valuesOf(decode(bytes!), plan.delimiter);
      while (values.length < plan.headers.length) values.push('');
      // The columns that we add stand below their names, whatever the row had too many.
      const surplus = values.splice(plan.headers.length);
      yield csvRow([...values, String(row), [reason, ...surplus.filter(Boolean)].join(' | ')]);
    }
  }
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
