import type { LeadFilter } from '#shared/model/lead-filter.ts';

/** The leads that something is done to: those that were chosen, or all that pass a filter. */
export type LeadChoice =
  | { ids: string[] }
  | {
      filter: LeadFilter;
      /** How many they were when somebody looked: refused where more match by then. */
      expected: number;
    };

/** As calls take it that name leads by `leadIds`. */
export const asLeadIds = (choice: LeadChoice) => ('ids' in choice ? { leadIds: choice.ids } : choice);
