import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { readCsv } from '#shared/csv.ts';
import type { Report } from '#shared/model/report.ts';
import { rowsAsXlsx } from './rows-file.ts';
import { xlsxOf } from './xlsx-file.ts';

/* A workbook as LibreOffice reads it, where that is installed: the library that writes it should not be its only reader. */

const run = promisify(execFile);
const hasLibreOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
);

const measure = (key: string, label: string, unit: string) => ({
  key,
  label,
  kind: 'measure',
  unit,
  formula: label,
});
const report = {
  report: 'custom',
  title: 'Calls by agent',
  from: '2026-06-01',
  to: '2026-06-07',
  timeZone: 'America/New_York',
  madeAt: '2026-06-08T12:00:00.000Z',
  filters: ['Status is answered'],
  notes: [],
  groupBy: ['agent'],
  series: [],
  columns: [
    { key: 'agent', label: 'Agent', kind: 'dimension', unit: null, formula: '' },
    measure('calls', 'Calls', 'count'),
    measure('talkSeconds', 'Talk time', 'seconds'),
    measure('answerRate', 'Answer rate', 'share'),
    measure('wonAmount', 'Won for', 'usd'),
  ],
  rows: [
    ['Ana Núñez', 1200, 90_061, 0.25, 12_400.5],
    ['=HYPERLINK("http://evil.example")', 7, 59, 1, 0],
    ['王小明 🔔', 0, 0, null, 3],
  ].map(([agent, calls, talkSeconds, answerRate, wonAmount]) => ({
    keys: [String(agent)],
    values: { agent, calls, talkSeconds, answerRate, wonAmount },
  })),
  totals: { calls: 1207, talkSeconds: 90_120, answerRate: 0.2543, wonAmount: 12_403.5 },
} as unknown as Report;

/** The cells of a workbook's first sheet as LibreOffice shows them. */
async function shownBy(workbook: Buffer): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'dealbell-workbook-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'report.xlsx'), workbook);
  // Commas, double quotes, UTF-8, and cells as they are shown.
  const format = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  await run('soffice', [
    profile,
    '--headless',
    '--convert-to',
    format,
    '--outdir',
    folder,
    join(folder, 'report.xlsx'),
  ]);
  return readCsv(await readFile(join(folder, 'report.csv'), 'utf8'), 100).rows;
}

it.skipIf(!hasLibreOffice)(
  'a workbook is read by LibreOffice with its figures, units and texts',
  async () => {
    const rows = await shownBy(await xlsxOf(report));
    expect(rows[0]!.slice(0, 2)).toEqual(['Report', 'Calls by agent']);
    const head = rows.findIndex(([first]) => first === 'Agent');
    expect(rows.slice(head)).toEqual([
      ['Agent', 'Calls', 'Talk time', 'Answer rate', 'Won for'],
      ['Ana Núñez', '1,200', '25:01:01', '25.0%', '$12,400.50'],
      ['=HYPERLINK("http://evil.example")', '7', '0:00:59', '100.0%', '$0.00'],
      ['王小明 🔔', '0', '0:00:00', '', '$3.00'],
      ['Total', '1,207', '25:02:00', '25.4%', '$12,403.50'],
    ]);
  },
  120_000,
);

it.skipIf(!hasLibreOffice)(
  'the rows behind a figure are read by LibreOffice with times of the clock, and no formula',
  async () => {
    const file = await rowsAsXlsx({
      head: [
        ['Report', 'Calls by day'],
        ['Total', '0:01:01'],
      ],
      columns: [
        { key: 'at', label: 'Began', kind: 'time' },
        { key: 'who', label: 'Person', kind: 'text' },
        { key: 'talk', label: 'Talk time', kind: 'seconds' },
      ],
      timeZone: 'America/New_York',
      rows: (async function* () {
        yield [['2026-06-10T03:30:00.000Z', '=HYPERLINK("http://evil.example")', 61]];
        yield [['2026-06-10T16:00:00.000Z', 'Ana Núñez', null]];
      })(),
    });
    expect(await shownBy(await buffer(file))).toEqual([
      ['Report', 'Calls by day', ''],
      ['Total', '0:01:01', ''],
      ['Began', 'Person', 'Talk time'],
      ['2026-06-09 23:30', '=HYPERLINK("http://evil.example")', '0:01:01'],
      ['2026-06-10 12:00', 'Ana Núñez', ''],
    ]);
  },
  120_000,
);
