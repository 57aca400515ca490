import * as z from 'zod';

/** Bounds of callbacks from queues. */
export const callbackLimits = {
  /** Seconds of waiting after which a caller hears that they may be called back. */
  afterSeconds: { min: 5, max: 600, default: 60 },
  /** Calls that ring the person; one that no agent took up is none. */
  attempts: { min: 1, max: 5, default: 3 },
  /** Between two of them; ms. */
  retryMs: 15 * 60_000,
  /** Between two times that no agent took it up, and how often that may be. */
  untakenMs: 30_000,
  untaken: 20,
  /** Who was not reached by then is not called any more; ms. */
  longestMs: 24 * 3_600_000,
} as const;

/** What is set of it per queue. */
export const callbackFields = {
  callback: z.boolean().default(false).describe('callers who wait may keep their place and be called back'),
  callbackAfter: z
    .number()
    .int()
    .min(callbackLimits.afterSeconds.min, `At least ${callbackLimits.afterSeconds.min} seconds.`)
    .max(callbackLimits.afterSeconds.max, `At most ${callbackLimits.afterSeconds.max} seconds.`)
    .default(callbackLimits.afterSeconds.default)
    .describe('seconds of waiting after which they hear of it'),
  callbackAttempts: z
    .number()
    .int()
    .min(callbackLimits.attempts.min)
    .max(callbackLimits.attempts.max)
    .default(callbackLimits.attempts.default)
    .describe('calls until somebody is given up who does not answer'),
};

export const callbackStatuses = ['waiting', 'calling', 'done', 'failed', 'cancelled'] as const;
export type CallbackStatus = (typeof callbackStatuses)[number];

/** How long callbacks that are over are listed; days. */
export const callbackListDays = 30;

export const queueCallback = z.object({
  id: z.string(),
  queueId: z.string(),
  phone: z.string().describe('E.164'),
  leadId: z.string().nullable(),
  leadName: z.string(),
  since: z.string().describe('when they came into the queue: their place in line'),
  askedAt: z.string(),
  status: z.enum(callbackStatuses),
  attempts: z.number().int().describe('calls that rang the person'),
  nextAt: z.string().nullable().describe('not called before then; null of one that is over'),
  reason: z.string().describe('why it waits, or ended so'),
  callId: z.string().nullable().describe('of the call that is, or was, made'),
  endedAt: z.string().nullable(),
});
export type QueueCallback = z.output<typeof queueCallback>;

export const isOpenCallback = ({ status }: { status: CallbackStatus }): boolean =>
  status === 'waiting' || status === 'calling';
