import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import {
  delivery,
  deliveryStatuses,
  webhook,
  webhookFields,
  webhookRow,
  webhookSecrets,
  webhookSummary,
  webhookTestResult,
} from '../model/webhook.ts';
import { endpoint, endpointFields, sending } from '../model/webhook-endpoint.ts';
import { id, message, route } from './contract.ts';

const webhookId = id('whk');
const deliveryId = id('dlv');
const endpointId = id('whe');
const sendingId = id('whm');
const version = z.number().int().optional().describe('refused when it has changed since');
const limit = z.coerce.number().int().min(1).max(200).default(50);
const cursor = z.string().max(2_000).optional().describe("an earlier answer's `nextCursor`");

const payload = z.unknown().describe('a lead, or a list of leads, as a sender would post it');

/** A secret is answered once, by the call that made it. */
const withSecret = endpoint.extend({ secret: z.string().describe('shown this once') });

const accepted = z.object({
  deliveryId: z.string(),
  rows: z.number().int(),
  duplicate: z.boolean().describe('it came before: this is the first one’s id'),
  message: z.string(),
});

export const webhooks = {
  list: route('GET', '/webhooks', 'webhooks.view', 'Inbound webhooks by name, with their last seven days')
    .input(z.strictObject({}))
    .output(z.object({ webhooks: z.array(webhookSummary) })),
  create: route('POST', '/webhooks', 'webhooks.edit', 'Add an inbound webhook', { status: 201 })
    .input(webhookFields.extend(webhookSecrets))
    .output(webhook),
  testUnsaved: route(
    'POST',
    '/webhooks/test',
    'webhooks.edit',
    'What a payload would do with a configuration that is not saved; nothing is written',
  )
    .input(z.strictObject({ webhook: webhookFields, payload }))
    .output(webhookTestResult),
  get: route('GET', '/webhooks/{id}', 'webhooks.view', 'One webhook; its secrets are never answered')
    .input(z.strictObject({ id: webhookId }))
    .output(webhookSummary),
  update: route(
    'PUT',
    '/webhooks/{id}',
    'webhooks.edit',
    'Change a webhook; what is left out stays as it is. Only admins change or remove its secrets',
  )
    .input(changesOf(webhookFields).extend({ ...webhookSecrets, id: webhookId, version }))
    .output(webhook),
  remove: route(
    'DELETE',
    '/webhooks/{id}',
    'webhooks.delete',
    'Remove a webhook; its address answers 404 from then on',
  )
    .input(z.strictObject({ id: webhookId }))
    .output(message),
  test: route('POST', '/webhooks/{id}/test', 'webhooks.edit', 'What a payload would do; nothing is written')
    .input(z.strictObject({ id: webhookId, payload }))
    .output(webhookTestResult),
  fields: route(
    'GET',
    '/webhooks/{id}/fields',
    'webhooks.view',
    'Paths of the payloads that came, with guesses',
  )
    .input(z.strictObject({ id: webhookId }))
    .output(
      z.object({
        payloads: z.number().int().describe('that were looked at'),
        fields: z.array(
          z.object({
            path: z.string(),
            sample: z.string(),
            seen: z.number().int(),
            guess: z.string().nullable(),
          }),
        ),
      }),
    ),
  deliveries: route('GET', '/webhooks/{id}/deliveries', 'webhooks.view', 'What came in, newest first')
    .input(
      z.strictObject({
        id: webhookId,
        limit,
        cursor,
        status: z.enum(deliveryStatuses).optional(),
        search: z.string().trim().max(254).optional().describe('a phone number or an e-mail address, whole'),
        from: z.iso.datetime().optional(),
        to: z.iso.datetime().optional(),
      }),
    )
    .output(z.object({ deliveries: z.array(delivery), nextCursor: z.string().nullable() })),
  delivery: route(
    'GET',
    '/webhooks/{id}/deliveries/{deliveryId}',
    'webhooks.view',
    'One delivery: payload and outcome',
  )
    .input(z.strictObject({ id: webhookId, deliveryId }))
    .output(
      delivery.extend({
        payload: z.string().describe('as it came; its beginning where it is long'),
        payloadTruncated: z.boolean(),
        payloadHidden: z.boolean().describe("it holds a colleague's lead: an agent is not told of it"),
        results: z.array(webhookRow),
        announcement: z.string().nullable(),
        replays: z.array(z.string()).describe('ids of its replays'),
      }),
    ),
  replay: route(
    'POST',
    '/webhooks/{id}/deliveries/{deliveryId}/replay',
    'webhooks.replay',
    'Replay a delivery, as a delivery of its own that names the old one',
    { status: 202 },
  )
    .input(z.strictObject({ id: webhookId, deliveryId }))
    .output(accepted),
  listEndpoints: route('GET', '/webhook-endpoints', 'endpoints.view', 'Outgoing endpoints by name')
    .input(z.strictObject({}))
    .output(z.object({ endpoints: z.array(endpoint) })),
  createEndpoint: route('POST', '/webhook-endpoints', 'endpoints.manage', 'Add an outgoing endpoint', {
    status: 201,
  })
    .input(endpointFields)
    .output(withSecret),
  getEndpoint: route('GET', '/webhook-endpoints/{id}', 'endpoints.view', 'One outgoing endpoint')
    .input(z.strictObject({ id: endpointId }))
    .output(endpoint),
  updateEndpoint: route('PUT', '/webhook-endpoints/{id}', 'endpoints.manage', 'Change an outgoing endpoint')
    .input(
      changesOf(endpointFields).extend({
        id: endpointId,
        version,
        rotateSecret: z.boolean().default(false).describe('a new secret, answered once; the old one is void'),
      }),
    )
    .output(endpoint.extend({ secret: z.string().nullable() })),
  removeEndpoint: route(
    'DELETE',
    '/webhook-endpoints/{id}',
    'endpoints.manage',
    'Remove an outgoing endpoint',
  )
    .input(z.strictObject({ id: endpointId }))
    .output(message),
  enableEndpoint: route(
    'POST',
    '/webhook-endpoints/{id}/enable',
    'endpoints.manage',
    'Switch an endpoint on again',
  )
    .input(z.strictObject({ id: endpointId }))
    .output(endpoint),
  disableEndpoint: route(
    'POST',
    '/webhook-endpoints/{id}/disable',
    'endpoints.manage',
    'Switch an endpoint off',
  )
    .input(z.strictObject({ id: endpointId }))
    .output(endpoint),
  testEndpoint: route(
    'POST',
    '/webhook-endpoints/{id}/test',
    'endpoints.manage',
    'Send an endpoint a sample',
    {
      status: 202,
    },
  )
    .input(z.strictObject({ id: endpointId }))
    .output(message),
  sendings: route(
    'GET',
    '/webhook-endpoints/{id}/messages',
    'endpoints.view',
    'What was sent to it, newest first',
  )
    .input(z.strictObject({ id: endpointId, limit, cursor }))
    .output(z.object({ messages: z.array(sending), nextCursor: z.string().nullable() })),
  resend: route(
    'POST',
    '/webhook-endpoints/{id}/messages/{messageId}/replay',
    'endpoints.manage',
    'Resend it, as a message of its own that names the old one',
    { status: 202 },
  )
    .input(z.strictObject({ id: endpointId, messageId: sendingId }))
    .output(message),
};

/** Where senders post to. The body is whatever they send; the function reads it as it came. */
export const hooks = {
  receive: route(
    'POST',
    '/hooks/{webhookId}',
    'public',
    'Send leads: one JSON object, or a list of up to 1,000; the answer names the delivery, which is worked at once',
    { status: 202, detailed: true },
  )
    .input(z.object({ params: z.object({ webhookId: z.string() }), body: z.unknown().optional() }))
    .output(accepted),
};
