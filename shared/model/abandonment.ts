import * as z from 'zod';

/**
 * How many people may pick up for nobody, and how it is counted: of the calls of one list that a person answered in the
 * last `days`, those that no agent was connected to within `withinMs` of the end of the greeting are abandoned.
 */
export const abandonmentRule = {
  /** The share that may not be exceeded. */
  limit: 0.03,
  /** From here on a list has one line for each free agent, before it is too late; the product's own margin. */
  holdAt: 0.025,
  withinMs: 2_000,
  days: 30,
  source: '47 CFR 64.1200(a)(7) and 16 CFR 310.4(b)(4), as they stood on 25 November 2026',
} as const;

/** The figures of a list's gauge. */
export const abandonment = z.object({
  since: z.string().describe('the first day that counts, in UTC; YYYY-MM-DD'),
  live: z.number().int().describe('calls that a person answered'),
  abandoned: z.number().int().describe('of these, without an agent two seconds after the greeting'),
  share: z.number().describe('abandoned of live, from 0 to 1; 0 while nobody has answered'),
});
export type Abandonment = z.output<typeof abandonment>;

/** Whether a list has to keep to one line for each free agent. */
export const isHeldBack = ({ share }: Pick<Abandonment, 'share'>): boolean => share >= abandonmentRule.holdAt;
