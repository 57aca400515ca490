import { cpus, loadavg } from 'node:os';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startCloud } from '#tests/support/cloud.ts';
import { round } from './figures.ts';

/**
 * `npm run bench:sweeper`: what a minute of the sweeper covers. Each of `N=2000` tenants has an import that lies without
 * a worker, and one of them `HEAVY=5000` more. Then the minute of a house where nothing is due, in requests to the
 * table. The last line is JSON.
 */
const total = Number(process.env.N ?? 2_000);
const heavy = Number(process.env.HEAVY ?? 5_000);
/** What a minute's run has, ms. */
const budgetMs = 45_000;

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { asSystem } = await import('#functions/kernel/actor.ts');
const { clock, setClock } = await import('#functions/kernel/clock.ts');
const { commit } = await import('#functions/kernel/table.ts');
const { insertImport } = await import('#functions/leads/imports/store.ts');
const { createTenant } = await import('#functions/tenants/create.ts');
const { handler } = await import('#functions/sweeper/index.ts');
const { readPosition } = await import('#functions/sweeper/store.ts');
const { readDue } = await import('#functions/sweeper/read-due.ts');

let requests = 0;
const { send } = DynamoDBDocumentClient.prototype;
DynamoDBDocumentClient.prototype.send = function (this: unknown, ...args: unknown[]) {
  requests++;
  return (send as (...args: unknown[]) => unknown).apply(this, args);
} as never;

const lost = (importId: string) => ({
  importId,
  plan: {},
  status: 'checking',
  open: 'yes',
  checked: { offset: 0, row: 1, rows: 0, invalid: 0, chunks: 0 },
  hasRejected: false,
  beatAt: Date.now() - 120_000,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  expiresAt: Math.floor(Date.now() / 1000) + 3_600,
});

// Nothing becomes due while it is made.
const began = Date.now();
setClock(() => began);
const tenants: number[] = [];
for (let n = 0; n < total; n++) {
  const { id } = await createTenant({ name: `Bench ${n}`, timeZone: 'America/New_York' });
  await asSystem(id, 'bench', () => commit(insertImport(lost('imp_lost') as never)));
  tenants.push(id);
}
for (let n = 0; n < heavy; n += 50)
  await asSystem(tenants[0]!, 'bench', () =>
    commit(Array.from({ length: 50 }, (_, i) => insertImport(lost(`imp_${n + i}`) as never))),
  );

/** A minute, with what it asked of the table. */
async function minute() {
  requests = 0;
  const start = performance.now();
  await handler();
  return { ms: performance.now() - start, requests };
}

/** How many items are due now. */
const due = async () => (await readDue(clock.iso())).entries;

// Once after an upgrade every tenant is looked through for work of earlier versions.
const upgrade = { ms: 0, requests: 0, minutes: 0 };
while ((await readPosition()).earlier.rounds === 0) {
  const { ms, requests: asked } = await minute();
  upgrade.ms += ms;
  upgrade.requests += asked;
  upgrade.minutes++;
}
const idle = await minute();

setClock(() => Date.now() + 120_000);
const before = await due();
const busy = await minute();
const after = await due();
const looked = before.length - after.length;
const reached = tenants.length - new Set(after.map(({ tenantId }) => tenantId)).size;
const msALook = Math.min(busy.ms, budgetMs) / looked;

const figures = {
  tenants: total,
  requestsOfAnIdleMinute: idle.requests,
  msOfAnIdleMinute: round(idle.ms),
  due: before.length,
  looked,
  tenantsDone: reached,
  msALook: round(msALook),
  looksAMinute: Math.floor(budgetMs / msALook),
  requestsALook: round(busy.requests / looked),
  upgrade: { minutes: upgrade.minutes, seconds: round(upgrade.ms / 1000), requests: upgrade.requests },
  load: round(loadavg()[0]!),
  cores: cpus().length,
};
console.log(
  `an idle minute asks ${idle.requests} times, of ${total} tenants, in ${figures.msOfAnIdleMinute} ms`,
);
console.log(`a minute's run covers ${figures.looksAMinute} items that are due`);
console.log(JSON.stringify(figures));
await cloud.stop();
process.exit(0);
