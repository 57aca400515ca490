import { Readable } from 'node:stream';
import { bucket } from '#functions/kernel/bucket.ts';
import { csvRow } from '#functions/kernel/csv.ts';
import type { HeldFile } from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import { distinctNames, type ZipEntry, zipped } from '#functions/kernel/zip.ts';
import { privacyLimits } from '#shared/model/privacy.ts';
import { fileKey, keptRows, removeRows } from './files.ts';
import { exportPageHead, exportPageTail, tableOfRows } from './html.ts';
import { personalData } from './registry.ts';
import { findRequest, type RequestRecord, replaceRequest, stepsOf } from './store.ts';

/*
 * The file of an export: data.json for machines (Art. 20 GDPR asks for a structured, commonly used format), a CSV file for
 * each kind of data, index.html to be read, and the recordings and pictures. It is written a piece at a time, so that memory holds a
 * page of rows however much there is.
 */

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* jsonOf(request: RequestRecord, kinds: readonly string[]): AsyncGenerator<Uint8Array> {
  const about = { request: request.requestId, exportedAt: request.createdAt, about: request.label };
  yield bytes(`${JSON.stringify(about).slice(0, -1)},"data":{`);
  for (const [n, kind] of kinds.entries()) {
    yield bytes(`${n > 0 ? ',' : ''}${JSON.stringify(kind)}:[`);
    let isFirst = true;
    for await (const { rows } of keptRows(request.requestId, kind))
      for (const row of rows) {
        yield bytes(`${isFirst ? '' : ','}\n${JSON.stringify(row)}`);
        isFirst = false;
      }
    yield bytes(']');
  }
  yield bytes('}}\n');
}

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** Columns are those of all rows, in the order in which they come first. */
async function columnsOf(requestId: string, kind: string): Promise<string[]> {
  const columns = new Set<string>();
  for await (const { rows } of keptRows(requestId, kind))
    for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  return [...columns];
}

async function* csvOf(requestId: string, kind: string): AsyncGenerator<Uint8Array> {
  const columns = await columnsOf(requestId, kind);
  yield bytes(`\ufeff${csvRow(columns)}`);
  for await (const { rows } of keptRows(requestId, kind))
    for (const row of rows) yield bytes(csvRow(columns.map((name) => cell(row[name]))));
}

async function* pageOf(request: RequestRecord, kinds: readonly string[]): AsyncGenerator<Uint8Array> {
  yield bytes(exportPageHead(request));
  for (const kind of kinds) {
    const { title } = personalData.find((one) => one.kind === kind)!;
    for await (const { rows } of keptRows(request.requestId, kind)) yield bytes(tableOfRows(title, rows));
  }
  yield bytes(exportPageTail());
}

/** Recordings and pictures as they lie in the bucket, up to the limit; those beyond it are named in a text. */
async function* heldFilesOf(requestId: string, kinds: readonly string[]): AsyncGenerator<ZipEntry> {
  const nameOf = distinctNames();
  const leftOut: string[] = [];
  let total = 0;
  const add = async ({ area, key, name, folder }: HeldFile): Promise<ZipEntry | undefined> => {
    const stat = await bucket(area).stat(key);
    if (!stat) return undefined;
    if (total + stat.size > privacyLimits.recordingBytes) {
      leftOut.push(`${name} (${Math.ceil(stat.size / 1_000_000)} MB)`);
      return undefined;
    }
    const content = await bucket(area).stream(key);
    if (!content) return undefined;
    total += stat.size;
    return { name: `${folder ?? 'recordings'}/${nameOf(name)}`, content };
  };
  for (const kind of kinds)
    for await (const { files } of keptRows(requestId, kind))
      for (const file of files) {
        const entry = await add(file);
        if (entry) yield entry;
      }
  if (leftOut.length > 0)
    yield {
      name: 'recordings/left-out.txt',
      content: [
        bytes(
          `These files did not fit into this one. They are downloaded one by one where they are kept:\n${leftOut.join('\n')}\n`,
        ),
      ],
    };
}

async function* entriesOf(request: RequestRecord, kinds: readonly string[]): AsyncGenerator<ZipEntry> {
  const { requestId } = request;
  yield { name: 'index.html', content: pageOf(request, kinds) };
  yield { name: 'data.json', content: jsonOf(request, kinds) };
  for (const kind of kinds) yield { name: `csv/${kind}.csv`, content: csvOf(requestId, kind) };
  yield* heldFilesOf(requestId, kinds);
}

/** Makes the file of an export of what was found. Made again, it is the same. */
export async function packExport(request: RequestRecord): Promise<void> {
  const { requestId } = request;
  const found = new Set((await stepsOf(requestId)).filter((step) => step.found > 0).map(({ kind }) => kind));
  const kinds = personalData.map(({ kind }) => kind).filter((kind) => found.has(kind));
  const files = bucket('exports');
  const pieces = Readable.from(zipped(entriesOf(request, kinds)), { objectMode: false });
  await files.upload(fileKey(requestId), pieces, 'application/zip');
  const stat = await files.stat(fileKey(requestId));
  const now = (await findRequest(requestId))!;
  await commit(replaceRequest(now, { fileBytes: stat?.size ?? 0 }));
  await removeRows(requestId);
}
