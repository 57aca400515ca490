import { z } from 'zod';
import { worker } from '#functions/kernel/queue.ts';
import { workGeneration } from './generate.ts';

/** Has voices read texts. */
export const handler = worker('voices', z.object({ generationId: z.string() }), ({ generationId }) =>
  workGeneration(generationId),
);
