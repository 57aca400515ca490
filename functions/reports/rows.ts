import { z } from 'zod';
import { badRequest } from '#functions/kernel/errors.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import type { ReportRows, RowsAsked } from '#shared/model/report.ts';
import { isTimeGrouping } from '#shared/model/report-catalogue.ts';
import { type Measure, type MeasureName, measures } from '#shared/model/report-measures.ts';
import { labelsOf } from './labels.ts';
import { reading } from './options.ts';
import { daysOfGroup, type Period, periodOf } from './period.ts';
import { type Plan, planOf, type ReportRequest } from './plan.ts';
import { dimensionLabel, filterWords, kindOf } from './present.ts';
import { cellsOf, columnsOfRows, type ListedRow } from './row-cells.ts';
import { readers } from './sources.ts';
import { countedParts, keyOf, type Sums, together } from './tally.ts';

/*
 * What is listed behind a figure. Records are read and matched as they are counted (sources.ts, tally.ts), so that as
 * many rows are listed as were counted, and whoever sees only their own figures sees only their own rows.
 */

/** Records that one answer looks through; a list of few rows among many goes on from its cursor. */
const lookedAtMost = 5_000;

const sumOf = (sums: Sums, name: string): number => sums[name as MeasureName] ?? 0;

/** Whether something that adds this is behind a figure: it changes it, or what it is worked out from. */
export function isBehind(name: MeasureName, adds: Sums): boolean {
  const { ratio, difference }: Measure = measures[name];
  if (ratio) return sumOf(adds, ratio.of) !== 0 || sumOf(adds, ratio.by) !== 0;
  if (difference) return sumOf(adds, difference.of) !== sumOf(adds, difference.less);
  return sumOf(adds, name) !== 0;
}

/** A figure's rows, ready to be read. */
export interface RowsPlan {
  plan: Plan;
  asked: RowsAsked;
  /** The days that are read: no more than the groups lie in. Null where they lie in none. */
  period: Period | null;
}

/** The part of the period that the groups are of. */
async function periodOfGroups(
  { counting, period }: Plan,
  groups: readonly string[][],
): Promise<Period | null> {
  const at = counting.groupBy.findIndex(isTimeGrouping);
  if (at < 0 || groups.length === 0) return period;
  const by = counting.groupBy[at] as 'day' | 'week' | 'month';
  const days = [...new Set(groups.map((keys) => keys[at]!))]
    .map((key) => daysOfGroup(period, by, key))
    .filter(({ from }) => from);
  if (days.length === 0) return null;
  const from = days.map((one) => one.from).sort()[0]!;
  const to = days
    .map((one) => one.to)
    .sort()
    .at(-1)!;
  return periodOf({ from, to }, false);
}

/** @throws 400; 403 as the report itself is refused */
export async function rowsPlanOf(request: ReportRequest, asked: RowsAsked): Promise<RowsPlan> {
  const plan = await planOf(request);
  if (!plan.measures.includes(asked.measure))
    throw badRequest(`The report has no figure “${measures[asked.measure].label}”.`, { field: 'measure' });
  const { length } = plan.counting.groupBy;
  if (asked.groups.some((keys) => keys.length !== length))
    throw badRequest('Please name each group by the keys of a row of the report.', { field: 'groups' });
  return { plan, asked, period: await periodOfGroups(plan, asked.groups) };
}

const { cursorOf, placeOf } = placeCursor(
  z.strictObject({
    /** The page of records, and how many of its rows were listed before. */
    page: z.string().max(3_500).nullable(),
    skip: z.number().int().min(0).max(1_000_000),
  }),
);

interface RowsPage {
  rows: ListedRow[];
  read: number;
  cursor: string | null;
}

/** Rows of one page of records. */
async function pageOfRows(
  { plan, asked }: RowsPlan,
  period: Period,
  cursor: string | null,
  limit: number,
): Promise<RowsPage> {
  const { measure, groups } = asked;
  const wanted = new Set(groups.map((keys) => keyOf(...keys)));
  const page = await readers[measures[measure].rows](period, cursor, limit);
  const [begins, ends] = [Date.parse(period.begins), Date.parse(period.ends)];
  const rows = page.facts
    .filter(({ at }) => at >= begins && at < ends)
    .flatMap((fact): ListedRow[] => {
      const { at, record } = fact;
      const parts = countedParts(fact, plan.counting);
      const inGroups = wanted.size > 0 ? parts.filter(({ keys }) => wanted.has(keyOf(...keys))) : parts;
      // Each agent's part is a row where it counts by itself; in a total a record counts once.
      const isWhole = wanted.size === 0 && !plan.counting.ofAgents && inGroups.length > 0;
      const counted = isWhole ? [{ agent: '', adds: together(inGroups.map(({ adds }) => adds)) }] : inGroups;
      return counted
        .filter(({ adds }) => isBehind(measure, adds))
        .map(({ agent, adds }) => ({ at, record, agent, adds }));
    });
  return { rows, read: page.read, cursor: page.cursor };
}

/**
 * Rows behind a figure, from a place on, until there are enough or enough was looked through.
 * @param cursor an earlier answer's; null at the beginning
 * @param goesOn asked after each page of records
 */
export async function readRows(
  plan: RowsPlan,
  cursor: string | null,
  limit: number,
  goesOn: (read: number) => boolean = (read) => read < lookedAtMost,
): Promise<RowsPage> {
  let place: ReturnType<typeof placeOf> | null = cursor ? placeOf(cursor) : { page: null, skip: 0 };
  const listed: RowsPage = { rows: [], read: 0, cursor: null };
  if (!plan.period) return listed;
  do {
    const page = await pageOfRows(plan, plan.period, place.page, reading.atOnce);
    listed.read += page.read;
    const left = page.rows.slice(place.skip);
    const taken = left.slice(0, limit - listed.rows.length);
    listed.rows.push(...taken);
    if (taken.length < left.length) place = { page: place.page, skip: place.skip + taken.length };
    else place = page.cursor ? { page: page.cursor, skip: 0 } : null;
  } while (place && listed.rows.length < limit && goesOn(listed.read));
  return { ...listed, cursor: place && cursorOf(place) };
}

/** At most so many values of a dimension are named; the others are a number. */
const namedValues = 3;

/** What the rows are of, each in words. */
export async function wordsOfRows({ plan, asked, period }: RowsPlan): Promise<ReportRows['filters']> {
  const { from, to } = period ?? plan.period;
  const kind = kindOf(plan);
  const ofGroups = await Promise.all(
    plan.counting.groupBy.map(async (dimension, at) => {
      const keys = [...new Set(asked.groups.map((one) => one[at]!))];
      const labels = keys.slice(0, namedValues).map(await labelsOf(dimension, kind, plan.period));
      const more = keys.length - labels.length;
      const named = [...labels, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])];
      return `${dimensionLabel(plan, dimension)} is ${named.join(' or ')}`;
    }),
  );
  return [
    { words: measures[asked.measure].label, isGroup: false },
    { words: from === to ? from : `${from} – ${to}`, isGroup: false },
    ...(asked.groups.length > 0 ? ofGroups.map((words) => ({ words, isGroup: true })) : []),
    ...(await filterWords(plan)).map((words) => ({ words, isGroup: false })),
  ];
}

/**
 * The records behind a figure of a report, a page of them.
 * @throws 400; 403 as the report itself is refused
 */
export async function reportRowsOf(
  request: ReportRequest,
  asked: RowsAsked,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ReportRows> {
  const rowsPlan = await rowsPlanOf(request, asked);
  const { rows, cursor: next } = await readRows(rowsPlan, cursor ?? null, limit);
  const kind = measures[asked.measure].rows;
  return {
    rows: await cellsOf(kind, rows, rowsPlan.plan.period),
    columns: columnsOfRows(kind),
    filters: await wordsOfRows(rowsPlan),
    timeZone: rowsPlan.plan.period.timeZone,
    nextCursor: next,
  };
}
