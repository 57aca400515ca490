import * as z from 'zod';

/** The parts of the product that are told of, as people call them. */
export const moduleNames = {
  table: 'Database',
  work: 'Background work',
  minute: 'Scheduled work',
  push: 'Live updates',
  renderer: 'Exports and videos',
  exchange: 'Telephone exchange',
  texts: 'Texts',
  mail: 'E-mail',
  signage: 'Displays',
  tracing: 'Skip tracing',
  voices: 'Voices',
} as const;
export type ModuleName = keyof typeof moduleNames;

/** Parts that are one for all workspaces; of the others each workspace has its own connection. */
export const installationModules = ['table', 'work', 'minute', 'push', 'renderer'] as const;
export type InstallationModule = (typeof installationModules)[number];

/** degraded: it works in part. sandbox: what it does reaches nobody outside. */
const moduleState = z.enum(['ok', 'degraded', 'down', 'sandbox', 'not_connected']);
export type ModuleState = z.output<typeof moduleState>;

export const moduleStatus = z.object({
  name: z.enum(Object.keys(moduleNames) as [ModuleName, ...ModuleName[]]),
  label: z.string(),
  state: moduleState,
  reason: z.string().describe('why it stands so, in a sentence; empty where it works'),
  advice: z.string().describe('what to do, in a sentence; empty where nothing is to be done'),
  since: z.string().nullable().describe('since when, where that is known'),
  seenAt: z.string().nullable().describe('when it was heard last, where it says by itself that it lives'),
});
export type ModuleStatus = z.output<typeof moduleStatus>;

export const moduleChange = z.object({
  at: z.string(),
  name: moduleStatus.shape.name,
  label: z.string(),
  from: moduleState.nullable().describe('null where it was looked at for the first time'),
  to: moduleState,
  reason: z.string(),
});
export type ModuleChange = z.output<typeof moduleChange>;

/** A queue of the installation. */
export const queueStatus = z.object({
  name: z.string(),
  waiting: z.number().int().describe('messages that nobody works on'),
  working: z.number().int().describe('messages that a worker has'),
  deadLetters: z.number().int().describe('messages that failed for good and lie there'),
  waitingSince: z
    .string()
    .nullable()
    .describe(
      'since when each look has found messages waiting: none of them is older, where they are taken in turn',
    ),
});
export type QueueStatus = z.output<typeof queueStatus>;

export const installationStatus = z.object({
  checkedAt: z.string().nullable().describe('null where nobody has looked yet'),
  modules: z.array(moduleStatus),
  queues: z.array(queueStatus),
  changes: z.array(moduleChange).describe('the last ones, newest first'),
});
export type InstallationStatus = z.output<typeof installationStatus>;

/** What a monitor is told: nothing of any workspace. */
export const publicStatus = z.object({
  status: z.enum(['ok', 'degraded']),
  checkedAt: z.string(),
  parts: z.array(moduleStatus.pick({ name: true, label: true, state: true })),
});

/** Changes that are kept of a workspace, and of the installation. */
export const changesKept = 30;
