import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { savedViews } from '#functions/kernel/saved-views.ts';
import type { LeadFilter, LeadSort } from '#shared/model/lead-filter.ts';
import { assertStorableFilter } from './query/validate.ts';

/** Lists that somebody keeps: a filter, an order and columns under a name. */
const Views = entity('leadView', {
  fields: z.object({
    viewId: z.string(),
    ownerId: z.string(),
    name: z.string(),
    filter: z.custom<LeadFilter>(),
    sort: z.custom<LeadSort>(),
    columns: z.array(z.string()),
    shared: z.boolean(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['viewId'] },
});

export const leadViews = savedViews(Views, {
  prefix: 'lvw',
  assertStorable: ({ filter }) => filter && assertStorableFilter(filter),
});
