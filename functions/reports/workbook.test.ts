import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { readCsv } from '#shared/csv.ts';
import type { Report } from '#shared/model/report.ts';
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

it.skipIf(!hasLibreOffice)(
  'a workbook is read by LibreOffice with its figures, units and texts',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dealbell-workbook-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'report.xlsx'), await xlsxOf(report));
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
    const { rows } = readCsv(await readFile(join(folder, 'report.csv'), 'utf8'), 100);
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
