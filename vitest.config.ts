import { defineConfig } from 'vitest/config';

/**
 * `npm test` is to stay under 15 minutes on two cores: of the browser suite it runs a part of the editor's stories and
 * leaves out what function tests hold as well; `STORIES=all` (`npm run test:e2e:full`) runs every one. So it is with
 * the faults (`npm run test:faults`) and the fidelity of pictures (`npm run test:fidelity`).
 */
const every = process.env.STORIES === 'all';
const everyFault = process.env.FAULT_KILLS !== undefined;
const wholeFidelity = process.env.FIDELITY === 'full';
const shortStories = ['gestures', 'saving'];
const longStories = [
  'assets',
  'bulk-export',
  'calls',
  'canvas',
  'compliance',
  'exported-form',
  'journeys',
  'lead-assignments',
  'lead-import',
  'lead-import-control',
  'lead-list',
  'lead-settings',
  'mails',
  'message-settings',
  'message-templates',
  'messages',
  'personalised',
  'signage',
  'templates',
  'webhooks',
];

/**
 * `unit` stands beside the source and runs against the unit-test cloud: a DynamoDB engine and the local AWS
 * services, started once for all workers. Each further kind of test is a project of its own in this list.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    // By default one core is left for the watching process, which only waits here.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{cdk,events,functions,infra,shared,web}/**/*.test.ts', 'tests/support/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolation',
          environment: 'node',
          include: ['tests/isolation/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          testTimeout: 20_000,
        },
      },
      // The whole product in a process of its own: one at a time, as it takes both processors.
      ...[
        ['e2e', `tests/e2e/${every ? '*' : `!(${longStories.join('|')})`}.test.ts`],
        ['stories', `tests/e2e/editor-stories/${every ? '*' : `{${shortStories}}`}.test.ts`],
        ['fidelity', `tests/fidelity/${wholeFidelity ? '*' : '!(shared-stretches)'}.test.ts`],
        ['faults', `tests/faults/${everyFault ? '*' : '!(emergency|renderer|video)'}.test.ts`],
      ].map(([name, include]) => ({
        extends: true as const,
        test: {
          name: name!,
          environment: 'node',
          include: [include!],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      })),
    ],
  },
});
