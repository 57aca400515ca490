import type { Endpoint } from '#shared/model/webhook-endpoint.ts';
import { endpointOr404, endpointView } from './endpoints/manage.ts';
import { keepSending } from './endpoints/send.ts';

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

/** The endpoint, without its secret. @throws 404 */
export const outgoingEndpoint = async (endpointId: string): Promise<Endpoint> =>
  endpointView(await endpointOr404(endpointId));
