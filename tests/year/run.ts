import { availableParallelism } from 'node:os';
import { differencesOf, faultsOf } from './check.ts';
import { yearOf } from './process.ts';
import type { YearRecord } from './year.ts';

/**
 * `npm run test:year`: 10,000 leads through a journey in a simulated year, once undisturbed and once killed 20 times.
 * LEADS and KILLS make it shorter.
 */
const leads = Number(process.env.LEADS ?? 10_000);
const kills = Number(process.env.KILLS ?? 20);

const summary = (name: string, year: YearRecord) => {
  const statuses = Object.groupBy(year.leads, ({ status, note }) =>
    status === 'exited' ? `left: ${note}` : status,
  );
  console.log(
    `${name}: ${year.texts.length} texts, ${year.mails.length} mails, ${year.calls.length} calls, ${year.ticks} instants, ${year.kills} kills, ${Math.round(year.seconds)} s`,
  );
  for (const [status, all] of Object.entries(statuses)) console.log(`  ${all!.length} ${status}`);
};

// Each keeps about one of two processors busy.
const several = availableParallelism() > 1;
const [quiet, killed] = await Promise.all([
  yearOf(leads, 0, several ? { processor: 0 } : {}),
  yearOf(leads, kills, several ? { processor: 1 } : {}),
]);
summary('undisturbed', quiet);
summary('killed', killed);
const faults = [
  ...faultsOf(quiet, leads),
  ...faultsOf(killed, leads).map((fault) => `killed: ${fault}`),
  ...differencesOf(quiet, killed),
];
for (const fault of faults.slice(0, 40)) console.log(`✗ ${fault}`);
console.log(faults.length === 0 ? 'Everything is accounted for.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);
