import { z } from 'zod';

/** Who has the same project or dial plan open: bounds of what a tab tells, and for how long that holds. */
export const presenceLimits = {
  /** Of the ids that a tab says are selected: more would be a carpet on the others' canvases. */
  selection: 100,
  people: 50,
  /** Seconds after the last sign of life; three heartbeats of the editor. */
  lifetime: 15,
} as const;

/** Names one open editor among those of a person. */
export const presenceTab = z
  .string()
  .regex(/^[\w-]+$/, 'may have letters, digits, - and _')
  .max(40);

/** Somebody else who has the same open. */
export const personPresent = z.object({
  tab: z.string().describe('one open editor; the same person may have several'),
  userId: z.string(),
  name: z.string(),
  selection: z.array(z.string()),
});
export type Person = z.output<typeof personPresent>;
