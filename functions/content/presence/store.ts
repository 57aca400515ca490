import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';

/** One open editor's last sign of life; the table's TTL sweeps what is over. */
export const Presences = entity('presence', {
  fields: z.object({
    projectId: z.string(),
    tab: z.string(),
    userId: z.string(),
    name: z.string(),
    selection: z.array(z.string()),
    /** Whether the others did not know this yet: they get a hint then (events/hints.ts). */
    isNews: z.boolean().optional(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  // Apart from the project's elements, so that reading those never reads heartbeats.
  key: { partition: ['projectId'], sort: ['userId', 'tab'] },
});
