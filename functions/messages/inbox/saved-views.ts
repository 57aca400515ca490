import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { savedViews } from '#functions/kernel/saved-views.ts';
import type { InboxFilter } from '#shared/model/inbox.ts';

/** Filters of the inbox that somebody keeps under a name. */
const Views = entity('inboxView', {
  fields: z.object({
    viewId: z.string(),
    ownerId: z.string(),
    name: z.string(),
    filter: z.custom<InboxFilter>(),
    shared: z.boolean(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['viewId'] },
});

export const savedInboxViews = savedViews(Views, { prefix: 'ivw' });
