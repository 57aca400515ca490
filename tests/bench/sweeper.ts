import { cpus, loadavg } from 'node:os';
import { startCloud } from '#tests/support/cloud.ts';
import { round } from './figures.ts';

/**
 * `npm run bench:sweeper`: tenants that one minute of the sweeper covers, each with an import that lies without a
 * worker, beside the same turns one after another. Every turn asks the table eighteen times. `N=2000` tenants. The last
 * line is JSON.
 */
const total = Number(process.env.N ?? 2_000);
/** Turns made one after another for comparison. */
const single = Math.min(total, 200);
/** What a minute's run has, ms. */
const budgetMs = 45_000;

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { asSystem } = await import('#functions/kernel/actor.ts');
const { commit } = await import('#functions/kernel/table.ts');
const { insertImport } = await import('#functions/leads/imports/store.ts');
const { createTenant } = await import('#functions/tenants/create.ts');
const { sweepTenant } = await import('#functions/sweeper/index.ts');
const { sweepRound } = await import('#functions/sweeper/round.ts');

const lost = {
  importId: 'imp_lost',
  plan: {},
  status: 'checking',
  open: 'yes',
  checked: { offset: 0, row: 1, rows: 0, invalid: 0, chunks: 0 },
  hasRejected: false,
  beatAt: Date.now() - 120_000,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  expiresAt: Math.floor(Date.now() / 1000) + 3_600,
};

const tenants: number[] = [];
for (let n = 0; n < total; n++) {
  const { id } = await createTenant({ name: `Bench ${n}`, timeZone: 'America/New_York' });
  await asSystem(id, 'bench', () => commit(insertImport({ ...lost } as never)));
  tenants.push(id);
}

const note = async () => {};
const run = async (some: readonly number[], atOnce: number) => {
  const began = performance.now();
  const begun = await sweepRound({
    tenants: some,
    after: 0,
    turn: sweepTenant,
    atOnce,
    note,
    deadline: Date.now() + budgetMs,
  });
  return (performance.now() - began) / begun;
};

await run(tenants.slice(0, 50), 16);
const one = await run(tenants.slice(0, single), 1);
const many = await run(tenants, 16);
const figures = {
  tenants: total,
  msATurnAlone: round(one),
  msATurnOfSixteen: round(many),
  tenantsAMinute: Math.floor(budgetMs / many),
  ratio: round(one / many),
  load: round(loadavg()[0]!),
  cores: cpus().length,
};
console.log(
  `one after another ${figures.msATurnAlone} ms a tenant, sixteen at once ${figures.msATurnOfSixteen} ms`,
);
console.log(`a minute's run covers ${figures.tenantsAMinute} tenants`);
console.log(JSON.stringify(figures));
await cloud.stop();
process.exit(0);
