import * as z from 'zod';

/** The parts of the product that are told of, as people call them. */
export const moduleNames = {
  table: 'Database',
  exchange: 'Telephone exchange',
} as const;
export type ModuleName = keyof typeof moduleNames;

/** degraded: it works in part. sandbox: what it does reaches nobody outside. */
const moduleState = z.enum(['ok', 'degraded', 'down', 'sandbox', 'not_connected']);

export const moduleStatus = z.object({
  name: z.enum(Object.keys(moduleNames) as [ModuleName, ...ModuleName[]]),
  label: z.string(),
  state: moduleState,
  reason: z.string().describe('why it stands so, in a sentence; empty where it works'),
  since: z.string().nullable().describe('since when, where that is known'),
  seenAt: z.string().nullable().describe('when it was heard last, where it says by itself that it lives'),
});
export type ModuleStatus = z.output<typeof moduleStatus>;
