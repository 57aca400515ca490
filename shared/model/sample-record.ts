import * as z from 'zod';
import { boundedMap } from './bounded-map.ts';
import { contentName, entityId, timestamp } from './content.ts';

/** Records of one's own in a project, and what one may weigh as JSON in bytes. */
export const sampleLimits = { perProject: 20, bytes: 20_000 } as const;

/** A record that fills the variables while a sign is drawn: `data.lead.name`. */
export const sampleRecord = z.strictObject({
  id: entityId,
  name: contentName,
  data: z.record(z.string().min(1).max(40), boundedMap),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type SampleRecord = z.output<typeof sampleRecord>;
