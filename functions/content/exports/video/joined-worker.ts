import { z } from 'zod';
import { worker } from '#functions/kernel/queue.ts';
import { finishJoining } from './join.ts';

/** 'MediaConvert Job State Change', as far as it is read here. */
const change = z.object({
  jobId: z.string(),
  status: z.enum(['COMPLETE', 'ERROR', 'CANCELED']),
  errorMessage: z.string().optional(),
  userMetadata: z.object({ exportId: z.string() }),
});

/** Ends videos when MediaConvert has joined their parts. */
export const handler = worker('joined', change, ({ jobId, status, errorMessage, userMetadata }) =>
  finishJoining(
    userMetadata.exportId,
    jobId,
    status === 'COMPLETE' ? { status: 'complete' } : { status: 'failed', reason: errorMessage ?? status },
  ),
);
