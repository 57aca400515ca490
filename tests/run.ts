import { parseCLI, startVitest } from 'vitest/node';
import { CountReporter } from './support/count-reporter.ts';

/**
 * `npm test`: runs the tests and ends with the line `N passed, N failed`. Arguments are vitest's own:
 * `npm test -- --project unit functions/users`.
 */
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const count = new CountReporter();
try {
  const vitest = await startVitest('test', filter, {
    ...options,
    watch: false,
    reporters: ['default', count],
  });
  await vitest.close();
} catch (error) {
  console.error(error);
  count.failed++;
}
console.log(count.line);
process.exit(count.failed > 0 || process.exitCode ? 1 : 0);
