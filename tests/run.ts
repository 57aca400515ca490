import { parseCLI, startVitest } from 'vitest/node';
import { CountReporter } from './support/count-reporter.ts';

/**
 * `npm test`: runs the tests and ends with the line `N passed, N failed`. Arguments are vitest's own:
 * `npm test -- --project unit functions/users`.
 */
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
// Its own command takes `--exclude` to add to each project's exclusions; as an option it would be the whole list.
const { exclude, ...others } = options;
const count = new CountReporter();
try {
  const vitest = await startVitest('test', filter, {
    ...others,
    ...(exclude ? { cliExclude: [exclude].flat() } : {}),
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
