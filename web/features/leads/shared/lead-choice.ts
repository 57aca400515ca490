import type { LeadFilter } from '#shared/model/lead-filter.ts';

export interface LeadCount {
  count: number;
  /** False where counting took too long: there are more. */
  isExact: boolean;
}

/** The leads that something is done to: those that were chosen, or all that pass a filter. */
export type LeadChoice =
  | { ids: string[] }
  | {
      filter: LeadFilter;
      /** How many they were when somebody looked: refused where more match by then. None where they are too many to count. */
      expected?: number;
    };

/** All that a filter finds, as somebody was shown it. */
export const allThatMatch = (filter: LeadFilter, { count, isExact }: LeadCount): LeadChoice => ({
  filter,
  // Who was shown “more than 1,500” expects more, and would always be refused otherwise.
  ...(isExact && { expected: count }),
});

/** As calls take it that name leads by `leadIds`. */
export const asLeadIds = (choice: LeadChoice) => ('ids' in choice ? { leadIds: choice.ids } : choice);
