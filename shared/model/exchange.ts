import * as z from 'zod';

/** How a call that the exchange made turned out. */
export const callResults = ['answered', 'voicemail', 'no-answer', 'busy', 'failed'] as const;
export const callResult = z.enum(callResults);
export type CallResult = z.output<typeof callResult>;

/**
 * What had a call made: a journey's step, a webhook's delivery, an agent, a calling list that rings leads first; or the
 * number that somebody called.
 */
export const callOrigin = z.object({
  kind: z.enum(['journey', 'webhook', 'agent', 'list', 'inbound']),
  id: z.string(),
  listId: z.string().optional().describe('the calling list that dialled it'),
  callbackId: z.string().optional().describe('who asked for it in a queue'),
});
export type CallOrigin = z.output<typeof callOrigin>;

/** Bounds of what an exchange is asked and tells. */
export const exchangeLimits = {
  /** Seconds that a phone may ring; carriers give up by themselves after some three minutes. */
  ring: 300,
  /** Seconds of a call. */
  talk: 86_400,
  /** Seconds of a message in a voicemail box: what is shorter was hung up on, and is not kept (as `minsecs` of app_voicemail). */
  message: { least: 2, most: 300 },
} as const;
