import * as z from 'zod';

/** Bounds of outgoing webhooks. */
export const endpointLimits = {
  name: 120,
  url: 2_000,
  /** Bytes of one payload. */
  payload: 200_000,
  /** Deliveries in a row whose every attempt failed before the endpoint is switched off. */
  failuresToDisable: 5,
  /** The receiver's time to answer, ms, and what of its answer is kept, bytes. */
  timeoutMs: 10_000,
  answerBytes: 2_000,
  keepDays: 30,
} as const;

/** Seconds to wait before each further attempt: eight attempts in about a day. */
export const retrySeconds = [5, 300, 1_800, 7_200, 14_400, 28_800, 32_400] as const;

/** What an endpoint may be told of, in the product's own names of events. */
export const outgoingEvents = {
  'lead.created': 'A lead was added',
  'lead.updated': 'A lead was changed',
  'lead.assigned': 'A lead got another owner',
  'lead.deal': 'A deal was won, changed or lost again',
  'lead.deleted': 'A lead was deleted',
  'call.started': 'A call began',
  'call.ended': 'A call ended',
  'call.disposed': 'A call got its disposition',
  'message.sent': 'A message left',
  'message.received': 'A message came in',
  'message.delivered': 'A message reached its phone',
  'message.failed': 'A message could not be delivered',
  'message.bounced': 'A mail came back',
  'message.complained': 'A mail was marked as spam',
  'journey.entered': 'A lead entered a journey',
  'journey.ended': 'A lead came to the end of a journey, or left it',
} as const;
export type OutgoingEvent = keyof typeof outgoingEvents;
export const outgoingEventNames = Object.keys(outgoingEvents) as [OutgoingEvent, ...OutgoingEvent[]];

export const endpointFields = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a name.').max(endpointLimits.name),
  url: z
    .url({ protocol: /^https$/, error: 'Please give an address that begins with https://.' })
    .max(endpointLimits.url),
  events: z.array(z.enum(outgoingEventNames)).max(outgoingEventNames.length).default([]),
});

export const endpoint = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  /** Deliveries in a row that failed for good. */
  failures: z.number().int(),
  disabledAt: z.string().nullable(),
  disabledReason: z.string().nullable(),
  lastAttemptAt: z.string().nullable(),
  lastOutcome: z.enum(['delivered', 'failed']).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Endpoint = z.output<typeof endpoint>;

export const attempt = z.object({
  at: z.string(),
  ok: z.boolean(),
  status: z.number().int().nullable().describe('of HTTP; null where nothing answered'),
  ms: z.number().int(),
  error: z.string().nullable(),
  answer: z.string(),
});

const sendingStatuses = ['pending', 'retrying', 'delivered', 'failed'] as const;
export const sending = z.object({
  id: z.string(),
  endpointId: z.string(),
  type: z.string(),
  status: z.enum(sendingStatuses),
  at: z.string(),
  nextAt: z.string().nullable(),
  replayOf: z.string().nullable(),
  attempts: z.array(attempt),
  payload: z.string(),
  hidden: z.boolean().describe("it tells of a colleague's lead: its contents are left out"),
});
export type Sending = z.output<typeof sending>;
