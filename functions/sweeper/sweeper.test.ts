import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newJob } from '#functions/journeys/jobs.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { commit } from '#functions/kernel/table.ts';
import { findImport, insertImport, type StoredImport } from '#functions/leads/imports/store.ts';
import { sweepItems } from '#tests/support/due.ts';
import { setQueue } from '#tests/support/queue.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { dueKinds } from './kinds.ts';
import { notePosition, readPosition } from './store.ts';

const declared = /^export const (\w+Work)(?:: DueWork = | = (?:\/\* @__PURE__ \*\/ )?jobWork\()/gm;

/** All work of the product that may be due, by the file that declares it. */
const works = globSync('functions/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name]) => ({ file, name: name! })),
  );

it('finds the work that may be due', () => {
  expect(works).toHaveLength(Object.keys(dueKinds).length);
});

it.each(works)('the minute’s sweep knows $name of $file', async ({ file, name }) => {
  const module = (await import(`../../${file}`)) as Record<string, DueWork>;
  expect(Object.values(dueKinds)).toContain(module[name]);
});

it('nothing but the sweeper reads what is due over all tenants', () => {
  const readers = globSync('functions/**/*.ts').filter((file) =>
    /\b(queryDue|readDue)\b/.test(readFileSync(file, 'utf8')),
  );
  expect(readers.filter((file) => !file.endsWith('.test.ts')).sort()).toEqual([
    'functions/kernel/table.ts',
    'functions/sweeper/index.ts',
    'functions/sweeper/read-due.ts',
  ]);
});

async function swept(queue: string, put: () => Promise<unknown>) {
  const time = timeTravel();
  const tenant = await freshTenant();
  const own = await setQueue(queue);
  await asSystem(tenant.id, 'test', put);
  time.forward({ minutes: 5 });
  await asSystem(tenant.id, 'test', () => sweepItems(1, dueKinds));
  const taken: unknown[] = [];
  await own.work((async ({ Records }: { Records: { body: string }[] }) => {
    taken.push(...Records.map(({ body }) => JSON.parse(body).body));
    return { batchItemFailures: [] };
  }) as never);
  return { tenant, taken };
}

it('a sweep puts an import back on the queue that no worker has said anything of', async () => {
  const item = {
    importId: 'imp_lost',
    plan: {},
    status: 'checking',
    open: 'yes',
    checked: { offset: 0, row: 1, rows: 0, invalid: 0, chunks: 0 },
    hasRejected: false,
    beatAt: clock.now(),
    createdAt: clock.iso(),
    updatedAt: clock.iso(),
    expiresAt: clock.seconds() + 3600,
  } as unknown as StoredImport;
  const { tenant, taken } = await swept('IMPORTS', () => commit(insertImport(item)));
  expect(taken).toEqual([{ importId: 'imp_lost' }]);
  const noted = await asSystem(tenant.id, 'test', () => findImport('imp_lost'));
  expect(noted!.beatAt).toBeGreaterThan(item.beatAt);
});

it('a sweep puts a journey’s job back on the queue whose message was lost', async () => {
  let jobId = '';
  const { taken } = await swept('JOBS', async () => {
    const { write, answer } = newJob('jrn_1', 'exit', {});
    jobId = answer.id;
    await commit(write);
  });
  expect(taken).toEqual([{ jobId }]);
});

it('the sweeper keeps its position in the table', async () => {
  const after = clock.now();
  const places = ['2026', ''];
  await notePosition({ after, places });
  expect(await readPosition()).toMatchObject({ after, places });
});
