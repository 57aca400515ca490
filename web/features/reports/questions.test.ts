import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFilters } from '#web/ui/resource/address-filters.ts';
import { type Request, reportFilters, requestOf } from './address.ts';
import { addressOfQuestion, questions } from './questions.ts';

const week = readFileSync(join(import.meta.dirname, '../../../docs/manager-week.md'), 'utf8');
const days = { from: '2026-06-01', to: '2026-06-07' };

/** What the page of a question asks the server for. */
function askedBy(question: (typeof questions)[number]): Request {
  const { pathname, searchParams } = new URL(
    addressOfQuestion(question, 'lastWeek', {}),
    'https://dealbell.example',
  );
  const [, , report = ''] = pathname.split('/');
  return requestOf(report as 'calls', readFilters(reportFilters, searchParams), days)!;
}

it.each(questions)('$text opens the report that the docs answer it by', (question) => {
  const row = week.split('\n').find((line) => line.startsWith(`| ${question.text} |`)) ?? '';
  const { report, custom } = askedBy(question);
  if (report) {
    expect(row).toMatch(new RegExp(`GET /reports/${report.report}\\?groupBy=${report.groupBy}\``));
    return;
  }
  const { source, groupBy, fields, filter } = custom!;
  const written = JSON.parse(/POST \/reports\/custom (\{[^`]*\})`/.exec(row)![1]!);
  expect({ source, groupBy, fields, filter: filter.map(({ op: _, ...one }) => one) }).toEqual({
    filter: [],
    ...written,
  });
});

it('keeps the period and the comparison that are open', () => {
  const [first] = questions;
  const { searchParams } = new URL(
    addressOfQuestion(first!, { from: '2026-06-01', to: '2026-06-02' }, { compare: 'yes' }),
    'https://dealbell.example',
  );
  expect(Object.fromEntries(searchParams)).toEqual({
    from: '2026-06-01',
    to: '2026-06-02',
    compare: 'yes',
    group: 'agent',
  });
});
