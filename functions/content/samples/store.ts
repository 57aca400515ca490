import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { sampleRecord } from '#shared/model/sample-record.ts';

export const Samples = entity('samplerecord', {
  fields: sampleRecord.omit({ id: true }).extend({ projectId: z.string(), sampleId: z.string() }),
  key: { partition: ['projectId'], sort: ['sampleId'] },
});
export type StoredSample = Stored<typeof Samples>;
