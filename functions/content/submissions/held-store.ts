import { z } from 'zod';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';

/** Submissions that are handed on as soon as something may leave the tenant again. */
const HeldSubmissions = entity('heldSubmission', {
  fields: z.object({ submissionId: z.string() }),
  key: { partition: [], sort: ['submissionId'] },
  due: true,
});

export const holdSubmission = (submissionId: string): Promise<void> =>
  writeOne(HeldSubmissions.put({ submissionId, ...dueAt('heldSubmission', submissionId) }));

export const letGoOfSubmission = (submissionId: string): Promise<void> =>
  writeOne(HeldSubmissions.remove({ submissionId }));

export const isHeld = async (submissionId: string): Promise<boolean> =>
  (await HeldSubmissions.find({ submissionId })) !== undefined;

export const earlierHeld = () => earlierItems(HeldSubmissions.query('key'), 'submissionId');
