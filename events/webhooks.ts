import { z } from 'zod';
import { defineEvent } from './define.ts';

const webhookId = 'whk_1_hJ8sK2mQ4xZ7nB5vC3tR9w';
const deliveryId = 'dlv_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const endpointId = 'whe_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

export const webhookEvents = {
  /** Kept durably, and to be worked. */
  'webhook.delivery.accepted': defineEvent(z.object({ webhookId: z.string(), deliveryId: z.string() }), {
    webhookId,
    deliveryId,
  }),
  'webhook.sending.queued': defineEvent(z.object({ endpointId: z.string(), messageId: z.string() }), {
    endpointId,
    messageId: 'whm_k3mQ4xZ7nB5vC3tR9whJ8sK2yz',
  }),
  /** Switched off by itself, after repeated failure. */
  'webhook.endpoint.disabled': defineEvent(
    z.object({ endpointId: z.string(), name: z.string(), reason: z.string() }),
    {
      endpointId,
      name: 'CRM',
      reason: '5 messages in a row could not be delivered; the last answer was 500.',
    },
  ),
};
