import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * `npm run recount`: every figure of every report of ten companies that live ninety generated days, counted a second time
 * (functions/reports/recount.test.ts). The companies are parted over processes, each with a table and a clock of its own.
 * TENANTS, DAYS, SEED and PROCESSES change it.
 */
const tenants = Number(process.env.TENANTS ?? 10);
const days = Number(process.env.DAYS ?? 90);
// Each waits for its table about half of the time.
const wanted = Number(process.env.PROCESSES ?? Math.round(availableParallelism() * 1.5));
const processes = Math.min(wanted, tenants);

const began = performance.now();
const codes = await Promise.all(
  Array.from({ length: processes }, (_, nth) => {
    const args = ['tests/run.ts', '--project', 'unit-own-process', 'functions/reports/recount.test.ts'];
    const env = {
      ...process.env,
      TENANTS: String(tenants),
      DAYS: String(days),
      SHARE: `${nth}/${processes}`,
      CALL_MS: '600000',
    };
    return new Promise<number>((resolve) =>
      spawn(process.execPath, args, { env, stdio: 'inherit' })
        .on('error', () => resolve(1))
        .on('exit', (code) => resolve(code ?? 1)),
    );
  }),
);
const failed = codes.filter((code) => code !== 0).length;
console.log(
  `${processes - failed} of ${processes} processes passed in ${Math.round((performance.now() - began) / 1000)} s.`,
);
process.exit(failed === 0 ? 0 : 1);
