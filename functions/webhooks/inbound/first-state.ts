import { clock } from '#functions/kernel/clock.ts';
import { type DeliveryRecord, keptUntil, lookAgainAt } from './delivery-store.ts';

/** A delivery's record before anything was done with it. */
export const firstState = (
  webhookId: string,
  deliveryId: string,
  rows: number,
  bytes: number,
): DeliveryRecord => ({
  webhookId,
  deliveryId,
  at: clock.iso(),
  status: 'received',
  rows,
  done: 0,
  succeeded: 0,
  failed: 0,
  error: null,
  address: '',
  bytes,
  replayOf: null,
  finishedAt: null,
  lookAt: lookAgainAt(0),
  expiresAt: keptUntil(),
});
