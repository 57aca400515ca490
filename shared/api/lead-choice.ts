import { z } from 'zod';
import { leadLimits } from '../model/lead.ts';
import { leadFilter } from '../model/lead-filter.ts';
import { id } from './contract.ts';

const byFilter = {
  filter: leadFilter
    .optional()
    .describe('in place of ids: every live lead that passes and that the caller may see'),
  expected: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      "how many leads the caller was shown for the filter: refused, 409 'count_changed', when it finds more",
    ),
};

/**
 * Which leads a call of many is about: those that it names, or all that pass a filter. One of the two.
 * @param name of the field that names them
 */
export function leadChoice<Name extends 'ids' | 'leadIds'>(name: Name, most: number = leadLimits.bulk) {
  const ids = z.array(id('led')).min(1).max(most, `At most ${most} leads; use a filter for more.`).optional();
  return { [name]: ids, ...byFilter } as Record<Name, typeof ids> & typeof byFilter;
}
