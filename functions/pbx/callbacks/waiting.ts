import { everyQueue } from '../queues/store.ts';
import { openCallbacks } from './store.ts';

/** Who waits in any queue to be called back: by lead, or by number (E.164) where they are no lead. */
export async function waitingCallbacks(): Promise<{ leadId: string | null; phone: string }[]> {
  const open = await Promise.all((await everyQueue()).map(({ queueId }) => openCallbacks(queueId)));
  return open.flat().map(({ leadId, phone }) => ({ leadId, phone }));
}
