import { expect } from 'vitest';
import { api } from '#shared/api/index.ts';
import type { Report, ReportRows } from '#shared/model/report.ts';
import { type Measure, type MeasureName, measures } from '#shared/model/report-measures.ts';
import type { as } from './tenant.ts';

type Caller = ReturnType<typeof as>;

/** Every row behind a figure, page by page; `limit` rows a page. */
export async function rowsBehind(
  caller: Caller,
  asked: object,
  measure: MeasureName,
  groups: readonly string[][],
  limit = 7,
): Promise<ReportRows['rows']> {
  const rows: ReportRows['rows'] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await caller.call(api.reports.rows, {
      ...asked,
      measure,
      groups: groups.map((keys) => [...keys]),
      limit,
      ...(cursor ? { cursor } : {}),
    } as never);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...body.rows);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

/** What a row has of a figure that adds up amounts. */
const amountKeys: Partial<Record<MeasureName, (values: ReportRows['rows'][number]['values']) => number>> = {
  talkSeconds: ({ talkSeconds }) => Number(talkSeconds),
  dealAmount: ({ amount }) => Number(amount),
  wonAmount: ({ amount }) => Number(amount),
  segments: ({ segments }) => Number(segments),
  rowsSucceeded: ({ succeeded }) => Number(succeeded),
  rowsFailed: ({ failed }) => Number(failed),
  rows: ({ succeeded, failed }) => Number(succeeded) + Number(failed),
};

async function expectFigure(
  caller: Caller,
  asked: object,
  measure: MeasureName,
  groups: readonly string[][],
  figure: number | null,
): Promise<void> {
  const { ratio }: Measure = measures[measure];
  if (ratio) return;
  const rows = await rowsBehind(caller, asked, measure, groups);
  const amountOf = amountKeys[measure];
  const listed = amountOf
    ? Math.round(rows.reduce((sum, { values }) => sum + amountOf(values), 0) * 100) / 100
    : rows.length;
  expect(listed, `${measure} of ${JSON.stringify({ asked, groups })}`).toBe(figure ?? 0);
}

/**
 * As many rows are listed behind every figure of a report as it says: of its totals, and of its first rows.
 * @returns how many figures of rows were looked at
 */
export async function expectRowsBehind(
  caller: Caller,
  asked: object,
  report: Report,
  most = report.rows.length,
): Promise<number> {
  const names = report.columns.flatMap(({ key, kind }) => (kind === 'measure' ? [key as MeasureName] : []));
  const figures = names.flatMap((name) => [
    { name, groups: [] as string[][], figure: report.totals[name] ?? null },
    ...report.rows
      .filter(({ values }) => values[name])
      .slice(0, most)
      .map(({ keys, values }) => ({ name, groups: [keys], figure: values[name] as number })),
  ]);
  await Promise.all(
    figures.map(({ name, groups, figure }) => expectFigure(caller, asked, name, groups, figure)),
  );
  return figures.length - names.length;
}
