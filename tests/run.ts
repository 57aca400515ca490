import { parseCLI, startVitest } from 'vitest/node';
import { CountReporter } from './support/count-reporter.ts';
import { Deadline } from './support/deadline.ts';

/**
 * `npm test`: runs the tests and ends with the line `N passed, N failed`. Arguments are vitest's own:
 * `npm test -- --project unit functions/users`.
 *
 * With `RERUN_FAILED=1`, which CI sets, files that failed run again by themselves: a test that passes then is counted
 * as passed and named as unsteady, so that a busy machine stops nobody and hides nothing.
 *
 * With `BEGIN_UNTIL`, seconds since 1970, no file begins later; those left out are named (deadline.ts).
 */
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
// Its own command takes `--exclude` to add to each project's exclusions; as an option it would be the whole list.
const { exclude, project, ...others } = options;
// `npm test` alone leaves the long files out (vitest.config.ts); whoever names files or a project has them all.
if (filter.length === 0 && !project) process.env.TEST_FILES ??= 'main';
/** `unit` stands for all tests beside the source, and `e2e` for all stories, also those that go alone (vitest.config.ts). */
const together: Record<string, string[]> = {
  unit: ['unit', 'unit-own-process', 'infrastructure'],
  e2e: ['e2e', 'alone'],
};
const projects = project && [project].flat().flatMap((name) => together[name] ?? name);
/** More files than this fail for a cause and not by chance. */
const MOST_FILES_TO_RERUN = 6;
/** So often a file runs at most. */
const MOST_RUNS = 3;
/** So many files are named with their time in CI, where time is short. */
const SLOWEST = 30;

const deadline = process.env.BEGIN_UNTIL ? new Deadline(Number(process.env.BEGIN_UNTIL)) : undefined;

async function run(files: string[], until?: Deadline): Promise<CountReporter> {
  const count = new CountReporter(until);
  try {
    const vitest = await startVitest('test', files, {
      ...others,
      ...(projects ? { project: projects } : {}),
      ...(exclude ? { cliExclude: [exclude].flat() } : {}),
      watch: false,
      reporters: ['default', ...(until ? [until] : []), count],
    });
    await vitest.close();
  } catch (error) {
    console.error(error);
    count.failed++;
    count.failures.push(`the run itself: ${error}`);
  }
  return count;
}

/** Whether the failures may be chance: few files, and nothing outside of any test. */
const mayBeChance = ({ failedFiles, outside }: CountReporter): boolean =>
  failedFiles.length > 0 && failedFiles.length <= MOST_FILES_TO_RERUN && outside === 0;

let count = await run(filter, deadline);
// Vitest ends a run that was cut short with a failure of its own.
if (deadline?.leftOut.length) process.exitCode = 0;
const { times } = count;
for (let runs = 1; process.env.RERUN_FAILED && runs < MOST_RUNS && mayBeChance(count); runs++) {
  process.exitCode = 0;
  const again = await run(count.failedFiles);
  for (const failure of count.failures.filter((line) => !again.failures.includes(line)))
    console.log(`UNSTEADY ${failure}`);
  for (const page of count.pages) console.log(`PAGE ${page}`);
  // Of the files that ran more than once the last run counts.
  again.passed += count.passed - count.passedInFailedFiles;
  count = again;
}
if (process.env.RERUN_FAILED)
  for (const [file, seconds] of times.slice(0, SLOWEST)) console.log(`SLOW ${Math.round(seconds)} s ${file}`);
for (const file of deadline?.leftOut ?? []) console.log(`LEFT OUT ${file}`);
for (const failure of count.failures) console.log(`FAILED ${failure}`);
for (const page of count.pages) console.log(`PAGE ${page}`);
console.log(count.line);
process.exit(count.failed > 0 || process.exitCode ? 1 : 0);
