import { afterAll, beforeAll, expect, it } from 'vitest';
import { workEach } from '#functions/kernel/bulk.ts';
import { api } from '#shared/api/index.ts';
import type { Report } from '#shared/model/report.ts';
import {
  type CustomSource,
  customMeasures,
  customSources,
  dimensionsOf,
  type Grouping,
  reportCatalogue,
  reportNames,
  stageDimension,
} from '#shared/model/report-catalogue.ts';
import { type MeasureName, measureNames } from '#shared/model/report-measures.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  type Company,
  company,
  daysAboutChanges,
  liveThrough,
  type Time,
} from '#tests/support/generated-days.ts';
import { doings } from '#tests/support/generated-work.ts';
import { carriers } from '#tests/support/generated-workers.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { rawItems, type Told } from '#tests/support/raw-items.ts';
import { expectedOf } from '#tests/support/report-expected.ts';
import { countAll } from '#tests/support/report-figures.ts';
import { countedItems, type Recounted, recount } from '#tests/support/report-recount.ts';
import {
  type Asked,
  figureOf,
  ownOf,
  recountedMeasures,
  type Summed,
  sumUp,
} from '#tests/support/report-sums.ts';
import { as } from '#tests/support/tenant.ts';

// Needs a process of its own: it makes things in 2027, and ids never go back to today.

/*
 * `npm run recount` lets ten companies live 90 days, about both changes of the clock, and parts them over processes
 * (tests/recount.ts): SHARE is `0/3` for the first of three. Here two live ten.
 */
const tenants = Number(process.env.TENANTS ?? 2);
const [share, shares] = (process.env.SHARE ?? '0/1').split('/').map(Number) as [number, number];
const days = Number(process.env.DAYS ?? 10);
const seed = Number(process.env.SEED ?? 1);
const stretches = daysAboutChanges(days);
const wholeYear = ['2027-01-01', '2027-12-31'] as const;

let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
  // People whose number ends with 3 get no text; that of those with 7 is on its way for a day.
  await world.sandbox.script({ match: '*3', sms: { outcome: 'undelivered', errorCode: 30003 } });
  await world.sandbox.script({ match: '*7', sms: { delayMs: 86_400_000 } });
});
afterAll(() => world.close());

/** Answers that are compared at the same time: a process waits for the table half of the time. */
const comparedAtOnce = 4;

/** How many figures were compared, by measure. */
const compared = new Map<string, number>();

/** The figures of an answer or of a recount, without groups of nothing. */
const notNothing = (rows: Iterable<readonly [string, Record<string, number | null>]>) =>
  new Map([...rows].filter(([, figures]) => Object.values(figures).some((figure) => figure)));

function expectEqual(report: Report, summed: Summed, asked: string): void {
  const names = report.columns.flatMap(({ key, kind }) => (kind === 'measure' ? [key] : []));
  const own = (values: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, values[name] as number | null]));
  const counted = (sums: Record<string, number>) =>
    Object.fromEntries(names.map((name) => [name, figureOf(name, sums)]));
  expect(own(report.totals), `${asked}: totals`).toEqual(counted(summed.totals));
  const rows = notNothing(report.rows.map(({ keys, values }) => [keys.join('\n'), own(values)]));
  expect(rows, asked).toEqual(notNothing([...summed.rows].map(([key, sums]) => [key, counted(sums)])));
  for (const name of names) {
    const somethings = [...rows.values()].filter((figures) => figures[name]).length;
    compared.set(name, (compared.get(name) ?? 0) + somethings);
  }
}

/** What reports say otherwise than the recount: all of it, as a run of many days is long. */
const differences: string[] = [];

/** What is asked of the product, and what the recount says. */
interface Comparison {
  asked: string;
  answer: () => Promise<{ body: unknown }>;
  expected: () => Summed;
}

/** Compares an answer once the indexes, which are a moment late, have told of everything. */
async function compareSoon({ asked, answer, expected }: Comparison): Promise<void> {
  const counted = expected();
  try {
    await eventually(async () => expectEqual((await answer()).body as Report, counted, asked), 3_000);
  } catch (error) {
    const { message, diff = '' } = error as Error & { diff?: string };
    differences.push(`${message.slice(0, 500)}\n${diff.slice(0, 2_000)}`);
  }
}

type Caller = Company['admin'];

function* namedReports(caller: Caller, all: Recounted, zone: string, isAdmin: boolean): Iterable<Comparison> {
  for (const report of reportNames) {
    if (reportCatalogue[report].adminOnly && !isAdmin) continue;
    for (const groupBy of Object.keys(reportCatalogue[report].measures) as Grouping[])
      for (const [from, to] of groupBy === 'day' ? stretches : [wholeYear])
        yield {
          asked: `${report} by ${groupBy}`,
          answer: () => caller.call(api.reports[report], { from, to, groupBy } as never),
          expected: () => expectedOf(all, report, { from, to, zone, groupBy: [groupBy] }),
        };
  }
}

/** Each dimension by itself; of many companies also by days, and with the one beside it. */
function groupingsOf(names: readonly string[], isDeep: boolean): string[][] {
  const single = names.map((name) => [name]);
  if (!isDeep) return single;
  const paired = names.filter((name) => name !== stageDimension);
  const pairs = paired.flatMap((name, at) => [
    ...(name === 'day' ? [] : [['day', name]]),
    ...(at > 1 ? [[name, paired[at - 1]!]] : []),
  ]);
  return [...single, ...pairs];
}

/** A filter by each thing that the records can be grouped by, for one of its values and against it. */
function filtersOf(source: CustomSource, all: Recounted, zone: string) {
  const [from, to] = wholeYear;
  return Object.keys(dimensionsOf[source]).flatMap((field) => {
    const { rows } = sumUp(all[source], { from, to, zone, groupBy: [field] });
    const [value] = [...rows.keys()].sort().slice(-2);
    return value === undefined
      ? []
      : (['in', 'notIn'] as const).map((op) => ({ field, op, values: [value] }));
  });
}

function* customReports(
  caller: Caller,
  all: Recounted,
  zone: string,
  isAdmin: boolean,
): Iterable<Comparison> {
  const isDeep = isAdmin && process.env.TENANTS !== undefined;
  for (const source of customSources) {
    if (reportCatalogue[source].adminOnly && !isAdmin) continue;
    const fields = [...customMeasures[source]];
    const comparisons = (groupBy: string[], filter?: Asked['filter']) =>
      (groupBy.includes('day') ? stretches : [wholeYear]).map(([from, to]): Comparison => {
        const asked = { source, fields, from, to, groupBy, filter: filter ? [filter] : [] };
        return {
          asked: JSON.stringify(asked),
          answer: () => caller.call(api.reports.custom, asked as never),
          expected: () => sumUp(all[source], { from, to, zone, groupBy, ...(filter ? { filter } : {}) }),
        };
      });
    for (const groupBy of groupingsOf(Object.keys(dimensionsOf[source]), isDeep)) yield* comparisons(groupBy);
    for (const filter of isDeep ? filtersOf(source, all, zone) : []) yield* comparisons(['month'], filter);
  }
}

async function compareAll(
  caller: Caller,
  all: Recounted,
  zone: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<void> {
  const comparisons = [
    ...namedReports(caller, all, zone, isAdmin),
    ...customReports(caller, all, zone, isAdmin),
  ];
  await workEach(comparisons, comparedAtOnce, compareSoon, (_, error) => {
    throw error;
  });
}

it('every measure says what a recount of the raw items says, whatever came late, twice or through a kill', async () => {
  const began = performance.now();
  const time: Time = { now: Date.now() };
  const companies: Company[] = [];
  for (let n = share; n < tenants; n += shares) companies.push(await company(n, seed, time));
  const heard = carriers();
  const done = await liveThrough(companies, stretches, doings(heard), world, time, heard);
  const lived = performance.now();
  const told = await rawItems(
    companies.map(({ tenant }) => tenant.id),
    ['event'],
  );
  await Promise.all(companies.map(({ tenant }) => countAll(told.get(tenant.id)!.event as unknown as Told[])));
  const raw = await rawItems(
    companies.map(({ tenant }) => tenant.id),
    countedItems,
  );
  const read = performance.now();
  for (const { tenant, agents, admin, zone } of companies) {
    const all = recount(raw.get(tenant.id)!);
    await compareAll(admin, all, zone, { isAdmin: true });
    await compareAll(as(agents[0]!), ownOf(all, agents[0]!.userId), zone, { isAdmin: false });
  }
  expect(differences.join('\n\n')).toBe('');
  // What is in the catalogue and not in the recount, or was compared nowhere, or was nothing everywhere.
  expect(measureNames.filter((name) => !recountedMeasures.includes(name))).toEqual([]);
  expect(measureNames.filter((name: MeasureName) => (compared.get(name) ?? 0) < 10)).toEqual([]);
  const kills = companies.reduce((sum, one) => sum + one.kills, 0);
  expect(kills).toBeGreaterThan(0);
  const figures = [...compared.values()].reduce((sum, count) => sum + count, 0);
  const seconds = (ms: number) => Math.round(ms / 1000);
  const items = [...raw.values()]
    .flatMap((own) => Object.values(own))
    .reduce((sum, { length }) => sum + length, 0);
  console.log(
    `${companies.length} tenants, ${days} days: ${done} doings, ${kills} kills, ${items} raw items, ${measureNames.length} measures, ` +
      `${figures} figures compared; lived in ${seconds(lived - began)} s, counted in ${seconds(read - lived)} s, compared in ${seconds(performance.now() - read)} s.`,
  );
}, 10_800_000);
