import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { round } from './figures.ts';

/*
 * A part of bench:reports: the parts of a list of so many rows, the file that an export's job writes of them, or the same
 * rows by the bare writer.
 */

export interface FileMade {
  seconds: number;
  /** Of the whole process, and how much of it there was before the file. */
  peakMegabytes: number;
  megabytesBefore: number;
  fileMegabytes: number;
}

const [what = '', count = ''] = process.argv.slice(2);
const rows = Number(count);
const ofPage = 10_000;

const { asSystem } = await import('#functions/kernel/actor.ts');
const { bucket } = await import('#functions/kernel/bucket.ts');
const { fileKey, keepPart, keepRowsFile, partsOf } = await import('#functions/reports/export-files.ts');
const { columnsOfRows } = await import('#functions/reports/row-cells.ts');

const jobId = 'job_bench';
const columns = columnsOfRows('calls');
const began = Date.parse('2026-11-01T14:00:00Z');

/** A call as the list of a figure shows it. */
const cellsOf = (n: number) => [
  new Date(began + n * 1_000).toISOString(),
  `Lead Number ${n}`,
  `+1305${String(2_000_000 + (n % 7_000_000))}`,
  'Outbound',
  `Agent ${n % 50}`,
  n % 3 ? 'No answer' : 'Completed',
  n % 3 ? '' : 'Interested',
  n % 600,
];

/** The parts that the pages of the job have left, from which the file is written. */
async function keepParts(): Promise<void> {
  for (let page = 0; page * ofPage < rows; page++) {
    const inPage = Math.min(ofPage, rows - page * ofPage);
    const cells = Array.from({ length: inPage }, (_, n) => cellsOf(page * ofPage + n));
    await keepPart(jobId, page, cells as never);
  }
}

/** Rows as the writer takes them, without anything around it. */
function* bareRows() {
  for (let n = 0; n < rows; n++) {
    const [at, ...rest] = cellsOf(n);
    yield [new Date(at!), ...rest];
  }
}

async function writeBare(): Promise<number> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const stream = writeXlsxStream(bareRows(), { name: 'Rows', columns: columns.map(() => ({ width: 16 })) });
  let bytes = 0;
  const counting = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
  };
  const readable = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(readable, counting, createWriteStream('/dev/null'));
  return bytes;
}

async function writeFile(format: 'csv' | 'xlsx'): Promise<number> {
  const file = {
    head: [['Rows', String(rows)]],
    columns,
    timeZone: 'America/New_York',
    rows: partsOf(jobId, Math.ceil(rows / ofPage)),
  };
  await keepRowsFile(jobId, file, format);
  return (await bucket('exports').stat(fileKey(jobId, format)))!.size;
}

await asSystem(1, 'bench', async () => {
  if (what === 'parts') {
    await keepParts();
    return process.exit(0);
  }
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const start = performance.now();
  const bytes = what === 'bare' ? await writeBare() : await writeFile(what as 'csv' | 'xlsx');
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(timer);
  const megabytes = (size: number) => round(size / 1e6, 0);
  const told: FileMade = {
    seconds: round(seconds),
    peakMegabytes: megabytes(peak),
    megabytesBefore: megabytes(before),
    fileMegabytes: megabytes(bytes),
  };
  process.send!(told, () => process.exit(0));
});
