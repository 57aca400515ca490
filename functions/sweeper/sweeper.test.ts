import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newJob } from '#functions/journeys/jobs.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock, setClock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { findImport, insertImport, type StoredImport } from '#functions/leads/imports/store.ts';
import { eventually } from '#tests/support/eventually.ts';
import { setQueue } from '#tests/support/queue.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { sweeps, sweepTenant } from './index.ts';

const exported =
  /^export (?:async function|const) ((?:revive|reconcileDue|clearRemoved|forgetDeparted|settleCalls)\w*)\b/gm;

/** Every function of the product that takes up what was left behind, by the file that has it. */
const revivals = globSync('functions/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(exported)].map(([, name]) => ({ file, name: name! })),
  );

it('finds the functions that revive what was left behind', () => {
  expect(revivals.length).toBeGreaterThanOrEqual(17);
});

it.each(revivals)('the minute’s sweep calls $name of $file', async ({ file, name }) => {
  const module = (await import(`../../${file}`)) as Record<string, unknown>;
  expect(Object.values(sweeps)).toContain(module[name]);
});

const minutesAgo = (minutes: number) => clock.now() - minutes * 60_000;

async function swept(queue: string, put: () => Promise<unknown>) {
  const tenant = await freshTenant();
  const own = await setQueue(queue);
  await asSystem(tenant.id, 'test', put);
  const taken: unknown[] = [];
  const take = async ({ Records }: { Records: { body: string }[] }) => {
    taken.push(...Records.map(({ body }) => JSON.parse(body).body));
    return { batchItemFailures: [] };
  };
  // Its index tells of it some milliseconds late.
  await eventually(async () => {
    await sweepTenant(tenant.id);
    await own.work(take as never);
    expect(taken).not.toEqual([]);
  });
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
    beatAt: minutesAgo(2),
    createdAt: clock.iso(),
    updatedAt: clock.iso(),
    expiresAt: clock.seconds() + 3600,
  } as unknown as StoredImport;
  const { tenant, taken } = await swept('IMPORTS', () => commit(insertImport(item)));
  expect(taken[0]).toEqual({ importId: 'imp_lost' });
  const noted = await asSystem(tenant.id, 'test', () => findImport('imp_lost'));
  expect(noted!.beatAt).toBeGreaterThan(item.beatAt);
});

it('a sweep puts a journey’s job back on the queue whose message was lost', async () => {
  let jobId = '';
  const { taken } = await swept('JOURNEYS', async () => {
    const back = setClock(() => Date.now() - 5 * 60_000);
    const { write, answer } = newJob('jrn_1', 'exit', {});
    back();
    jobId = answer.id;
    await commit(write);
  });
  expect(taken[0]).toEqual({ jobId });
});

it('a sweep that fails keeps no other one waiting', async () => {
  const tenant = await freshTenant();
  const called: string[] = [];
  const before = { ...sweeps };
  for (const name of Object.keys(sweeps))
    sweeps[name] = async () => {
      called.push(name);
      throw new Error(`${name} is in trouble`);
    };
  try {
    await sweepTenant(tenant.id);
  } finally {
    Object.assign(sweeps, before);
  }
  expect(called).toEqual(Object.keys(before));
});
