import { keepSending } from './send.ts';

/**
 * Sends an event to an outgoing endpoint: durable when it returns, then signed by Standard Webhooks and posted by the
 * worker, with back-off for a day. The same key again is the same message, whatever it holds.
 * @throws 400 when the payload is too large
 */
export async function queueOutgoing(
  endpointId: string,
  type: string,
  payload: object,
  key: string,
): Promise<void> {
  await keepSending({ endpointId, type, payload, key });
}
