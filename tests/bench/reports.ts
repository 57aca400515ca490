import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '#cdk/bundle.ts';
import { startCloud } from '#tests/support/cloud.ts';
import { percentile, round } from './figures.ts';
import type { FileMade } from './reports-file.ts';

/**
 * `npm run bench:reports`: how long the dashboard and reports of 90 days take for a workspace of 50 agents with 10,000,
 * 100,000 and 1,000,000 calls in its counters, beside the bare query of those counters, which no answer can do without;
 * then the seconds and the peak of memory of a list of a million rows written as a file, beside the same rows given
 * straight to the writer. `EVENTS=10000,100000`, `ROWS=100000`, `ROUNDS=20`. The last line is JSON.
 */
const sizes = (process.env.EVENTS ?? '10000,100000,1000000').split(',').map(Number);
const rows = Number(process.env.ROWS ?? 1_000_000);
const rounds = Number(process.env.ROUNDS ?? 20);
const [agents, days] = [50, 90];
/** What a process that writes a file is given, so that its peak is what it needs and not what it may leave lying. */
const heapMegabytes = 64;

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { asSystem, runAs } = await import('#functions/kernel/actor.ts');
const { QueryCommand } = await import('@aws-sdk/lib-dynamodb');
const { add, count } = await import('#functions/dashboard/counters.ts');
const { leaderboard, today } = await import('#functions/dashboard/figures.ts');
const { partitionOf } = await import('#functions/kernel/partitions.ts');
const { client, tableName } = await import('#functions/kernel/table.ts');
const { makeReport } = await import('#functions/reports/make.ts');
const { callFigures, partFigures } = await import('#shared/model/call-figures.ts');
const { dateAfter, localTime } = await import('#shared/model/zone-time.ts');
const { newTenant } = await import('./new-tenant.ts');

const timeZone = 'America/New_York';
const lastDay = localTime(timeZone, Date.now()).date;
const firstDay = dateAfter(lastDay, 1 - days);
const agentId = (n: number) => `usr_${String(n).padStart(26, '0')}`;

/** The same numbers in every run, 0 to 1. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Counts so many calls as the events of their ends would, those of an hour at once. */
async function countCalls(events: number): Promise<void> {
  const random = randoms(events);
  const hours = new Map<string, Map<string, number>>();
  for (let n = 0; n < events; n++) {
    const day = dateAfter(firstDay, Math.floor(random() * days));
    const hour = String(9 + Math.floor(random() * 10)).padStart(2, '0');
    const part = { answered: random() < 0.4, talkSeconds: Math.floor(random() * 600) };
    const legs = [{ agentId: agentId(Math.floor(random() * agents)), ...part }];
    const call = { direction: 'outbound' as const, ...part, legs };
    const counts = hours.get(`${day} ${hour}`) ?? new Map<string, number>();
    hours.set(`${day} ${hour}`, counts);
    for (const [name, by] of Object.entries(callFigures(call))) add(counts, `h:${hour}:${name}`, by);
    for (const [id, part] of partFigures(call))
      for (const [name, by] of Object.entries(part)) add(counts, `a:${id}:${name}`, by);
  }
  for (const [place, counts] of hours)
    await count([{ eventId: `${events} ${place}`, day: place.slice(0, 10), counts }]);
}

/** ms of each of so many runs, of which the first is left out. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    await work();
    if (round > 0) took.push(performance.now() - began);
  }
  return percentile(took, 0.5);
}

/** All counters of the period, page by page. */
async function bareQuery(): Promise<void> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
        ExpressionAttributeValues: {
          ':pk': partitionOf('figures'),
          ':from': firstDay,
          ':to': `${lastDay}#~`,
        },
        ExclusiveStartKey: start,
      }),
    );
    start = page.LastEvaluatedKey;
  } while (start);
}

const period = { from: firstDay, to: lastDay };

async function answersOf(events: number) {
  const { tenantId, boss } = await newTenant(`boss${events}`);
  await asSystem(tenantId, 'bench', () => countCalls(events));
  return runAs(boss, async () => {
    const report = await makeReport({ kind: 'report', report: 'calls', ...period, groupBy: 'day' });
    if (report.totals.calls !== events) throw new Error(`${report.totals.calls} calls of ${events}`);
    const bare = await timed(bareQuery);
    const asked = {
      dashboard: () => Promise.all([today(), leaderboard(30)]),
      'calls by day': () => makeReport({ kind: 'report', report: 'calls', ...period, groupBy: 'day' }),
      'calls by agent': () => makeReport({ kind: 'report', report: 'calls', ...period, groupBy: 'agent' }),
      'agents by week': () => makeReport({ kind: 'report', report: 'agents', ...period, groupBy: 'week' }),
    };
    const answers: Record<string, { ms: number; toBare: number }> = {};
    for (const [name, work] of Object.entries(asked)) {
      const ms = await timed(work);
      answers[name] = { ms: round(ms), toBare: round(ms / bare, 2) };
    }
    return { events, bareMs: round(bare), answers };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'dealbell-bench-'));

/** Writes a file in a process of its own, whose memory is its own, bundled as a function is. */
const made = (what: string) =>
  new Promise<FileMade | undefined>((resolve, reject) => {
    const child = fork(join(folder, 'index.mjs'), [what, String(rows)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=2'],
    });
    child.once('message', (message) => resolve(message as FileMade));
    child.once('exit', (code) => (code ? reject(new Error(`It ended with ${code}`)) : resolve(undefined)));
  });

try {
  const measured: Awaited<ReturnType<typeof answersOf>>[] = [];
  for (const events of sizes) measured.push(await answersOf(events));
  console.table(
    measured.map(({ events, bareMs, answers: all }) => ({
      events,
      'bare query, ms': bareMs,
      ...Object.fromEntries(Object.entries(all).map(([name, { ms }]) => [`${name}, ms`, ms])),
    })),
  );
  await bundle('tests/bench/reports-file.ts', folder);
  await made('parts');
  const files = [];
  for (const what of ['bare', 'xlsx', 'csv']) files.push({ what, ...(await made(what)) });
  console.table(files);
  console.log(JSON.stringify({ rows, rounds, load: round(loadavg()[0]!), measured, files }));
} finally {
  await cloud.stop();
  rmSync(folder, { recursive: true });
}
process.exit(0);
