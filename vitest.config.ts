import { globSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { OrderOfCommit } from './tests/support/deadline.ts';

/**
 * `npm test` stays under 15 minutes on two cores: of what drives the whole product it runs the files named here, and
 * `npm run test:rest` and `npm run test:stories` all others. `.ci/run` runs all three. A new file belongs to those unless
 * it is named.
 */
const mainFiles: Record<'e2e' | 'e2e/editor-stories' | 'fidelity' | 'faults', string[]> = {
  e2e: ['bad-input', 'first-lead', 'live-sign', 'main-job', 'sandbox-phone'],
  'e2e/editor-stories': ['gestures', 'saving'],
  fidelity: ['editor-and-export', 'seek'],
  faults: [],
};

/** Which of these files are run: those of `npm test`, the rest, or all. `npm run test:faults` and the like ask for all. */
const part = ['rest', 'all'].find((name) => name === process.env.TEST_FILES) ?? 'main';

/** How many files of a kind run at once; kinds that differ in it follow one another. */
const stories = { maxWorkers: 3, sequence: { groupOrder: 1 } };
const atOnce = {
  e2e: stories,
  stories,
  faults: { maxWorkers: 2, sequence: { groupOrder: 2 } },
  fidelity: { maxWorkers: 1, sequence: { groupOrder: 3 } },
  alone: { maxWorkers: 1, sequence: { groupOrder: 4 } },
};

/** Stories that hold something to a clock by their nature: when a takeover leaves the screens. */
const heldToClock = ['tests/e2e/signage-show.test.ts'];

const isStory = (name: string) => name === 'e2e' || name === 'stories';

/** A table and a bucket for each process: its tests meet nothing of another's, and what reads the whole table stays fast. */
const withStorage = ['tests/support/own-storage.ts', 'tests/support/setup.ts'];

/** Far more than a test takes, so that a busy machine fails none; how fast things are is what benches tell. */
const unitTimeoutMs = 60_000;
const storyTimeoutMs = 240_000;

/** By name and not by pattern: `!(leads)` would leave out `leads-archive` too. */
function filesOf(folder: keyof typeof mainFiles): string[] {
  const path = `tests/${folder}`;
  return readdirSync(join(import.meta.dirname, path))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => part === 'all' || mainFiles[folder].includes(file.slice(0, -8)) === (part === 'main'))
    .map((file) => `${path}/${file}`);
}

/**
 * Files beside the source, and of `isolation`, that take longest. `npm test` leaves them to the rest, unless a file, a
 * folder or a project is named.
 */
const longFiles = [
  'cdk/functions.test.ts',
  'functions/callingLists/dialler/day.test.ts',
  'functions/callingLists/lines/lead-first.test.ts',
  'functions/callingLists/many-agents.test.ts',
  'functions/carrierDids/money.test.ts',
  'functions/celebrations/news.test.ts',
  'functions/goals/goals.test.ts',
  'functions/journeys/circles.test.ts',
  'functions/journeys/jobs.test.ts',
  'functions/kernel/paged-job.test.ts',
  'functions/leadScoring/lead-scoring.test.ts',
  'functions/leads/bulk-jobs.test.ts',
  'functions/leads/edges.test.ts',
  'functions/leads/imports/imports.test.ts',
  'functions/leads/paging.test.ts',
  'functions/marketplace/books.test.ts',
  'functions/messages/blasts/blasts.test.ts',
  'functions/messages/blasts/day.test.ts',
  'functions/privacy/privacy.test.ts',
  'functions/privacy/retention/survival.test.ts',
  'functions/reports/export.test.ts',
  'functions/reports/recount.test.ts',
  'functions/reports/reports.test.ts',
  'functions/reports/rows.test.ts',
  'infra/local/web/sign-files.test.ts',
  'tests/isolation/permissions.test.ts',
  'tests/regex/growth.test.ts',
  'tests/regex/scan.test.ts',
];

/** The files of the patterns that are run: in `npm test` those that are not long, in the rest those that are. */
function filesWithin(...patterns: string[]): string[] {
  const files = globSync(patterns, { cwd: import.meta.dirname });
  if (process.env.TEST_FILES === 'main') return files.filter((file) => !longFiles.includes(file));
  return part === 'rest' ? files.filter((file) => longFiles.includes(file)) : files;
}

/**
 * In the text of a file that replaces modules, clients or clouds, which the next file of its process would meet; that
 * reads the whole table, in which only its own items should be; or that says so itself.
 */
const needsOwnProcess =
  /Needs a process of its own|mockClient\(|vi\.mock\(|startCloud\(|startEngine\(|DocumentClient\.prototype|AWS_ENDPOINT_URL\b|ORIGIN_SECRET|paginateScan|-recount\.ts'|erasable\.ts'|retention-night\.ts'/;

/**
 * Tests beside the source. Files of `unit` follow one another in one process, where each module is loaded once: that
 * takes two thirds of the time. Those of `unit-own-process` have each a process of its own, and with it a table. Those of
 * `infrastructure` need no table and have a process each.
 */
function unitFiles(): Record<'unit' | 'unit-own-process' | 'infrastructure', string[]> {
  const beside = filesWithin('{events,functions,shared,web}/**/*.test.{ts,tsx}');
  const sharing = beside.filter(
    (file) => !needsOwnProcess.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  return {
    unit: sharing,
    'unit-own-process': beside.filter((file) => !sharing.includes(file)),
    infrastructure: filesWithin('{cdk,infra}/**/*.test.ts', 'tests/{grants,regex,support}/**/*.test.ts'),
  };
}

/**
 * `unit` stands beside the source and runs against the unit-test cloud: a DynamoDB engine and the local AWS
 * services, started once for all workers. Each further kind of test is a project of its own in this list.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    // A worker waits for the engine about half of its time, so there are half as many again as processors.
    maxWorkers: Math.round(availableParallelism() * 1.5),
    // As in the local cloud: nobody takes traces here, and X-Ray's library would follow each promise with four hooks.
    env: { AWS_XRAY_MANUAL_MODE: 'true', AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR' },
    ...(process.env.BEGIN_UNTIL ? { sequence: { sequencer: OrderOfCommit } } : {}),
    projects: [
      ...Object.entries(unitFiles()).map(([name, include]) => ({
        extends: true as const,
        test: {
          name,
          environment: 'node',
          include,
          isolate: name !== 'unit',
          setupFiles: name === 'infrastructure' ? ['tests/support/setup.ts'] : withStorage,
          testTimeout: unitTimeoutMs,
        },
      })),
      // Data of earlier versions; the rest alone, as what changes a stored shape is seldom.
      {
        extends: true,
        test: {
          name: 'upgrade',
          environment: 'node',
          include: part === 'main' ? [] : ['tests/upgrade/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          testTimeout: unitTimeoutMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolation',
          environment: 'node',
          include: filesWithin('tests/isolation/**/*.test.ts'),
          setupFiles: withStorage,
          testTimeout: unitTimeoutMs,
        },
      },
      // A real Asterisk with its bridge; only by `npm run test:asterisk`, and skipped where it cannot be installed.
      {
        extends: true,
        test: {
          name: 'asterisk',
          environment: 'node',
          include: process.env.TEST_FILES === 'asterisk' ? ['tests/asterisk/**/*.test.ts'] : [],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 15_000, interval: 50 } },
        },
      },
      // The whole product in a process of its own. A story waits half of its time and more, so three of them share two
      // processors, and faults go two at a time; what is held to a clock goes alone.
      ...Object.entries({
        e2e: filesOf('e2e').filter((file) => !heldToClock.includes(file)),
        alone: filesOf('e2e').filter((file) => heldToClock.includes(file)),
        stories: filesOf('e2e/editor-stories'),
        fidelity: filesOf('fidelity'),
        faults: filesOf('faults'),
      }).map(([name, include]) => ({
        extends: true as const,
        test: {
          name,
          environment: 'node',
          include,
          setupFiles: ['tests/support/story-setup.ts'],
          ...atOnce[name as keyof typeof atOnce],
          // Beside those of all projects: stories that need only a workspace share a product.
          globalSetup: [`tests/support/${isStory(name) ? 'shared-product' : 'prepare'}.ts`],
          testTimeout: storyTimeoutMs,
          hookTimeout: storyTimeoutMs,
          // What is waited for comes by queues and workers; on a busy machine their first start takes many seconds.
          expect: { poll: { timeout: 60_000, interval: 250 } },
        },
      })),
    ],
  },
});
