import * as z from 'zod';
import { type LeadFilter, leadFilter } from '../../lead-filter.ts';
import { defineStep } from './define.ts';

/** What has happened in the journey so far, that a branch can ask about. */
export const branchEvents = {
  replied: 'has replied',
  answered: 'has answered a call',
} as const;
export type BranchEvent = keyof typeof branchEvents;

const conditions = (filter: LeadFilter): number =>
  'all' in filter
    ? filter.all.reduce((sum, one) => sum + conditions(one), 0)
    : 'any' in filter
      ? filter.any.reduce((sum, one) => sum + conditions(one), 0)
      : 1;

export const branchStep = defineStep({
  type: 'branch',
  label: 'Branch',
  about: 'Goes one way or the other by a field, a tag or what has happened.',
  group: 'flow',
  config: z.strictObject({
    filter: leadFilter.default({ all: [] }),
    event: z
      .enum(Object.keys(branchEvents) as [BranchEvent, ...BranchEvent[]])
      .nullable()
      .default(null)
      .describe('must have happened as well'),
  }),
  outputs: () => [
    { key: 'no', label: 'No' },
    { key: 'yes', label: 'Yes' },
  ],
  problems: ({ filter, event }) =>
    conditions(filter) > 0 || event
      ? []
      : ['Say what is asked: a condition, or something that has happened.'],
  summary: ({ filter, event }) => {
    const count = conditions(filter);
    const of = count === 1 ? '1 condition' : `${count} conditions`;
    if (!event) return of;
    return count > 0 ? `${branchEvents[event]}, and ${of}` : branchEvents[event];
  },
});
