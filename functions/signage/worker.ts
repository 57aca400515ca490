import { z } from 'zod';
import { worker } from '#functions/kernel/queue.ts';
import { reconcile } from './reconcile.ts';

const message = z.object({ displayIds: z.array(z.string()).min(1) });

/** Looks at displays whose takeover may have ended, and pushes what shows now. */
export const handler = worker('signage', message, async ({ displayIds }) => {
  for (const displayId of displayIds) {
    const { ok, reason } = await reconcile(displayId);
    if (!ok) throw new Error(reason ?? 'The push failed.');
  }
});
