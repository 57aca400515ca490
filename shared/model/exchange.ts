import * as z from 'zod';

/** How a call that the exchange made turned out. */
export const callResults = ['answered', 'voicemail', 'no-answer', 'busy', 'failed'] as const;
export const callResult = z.enum(callResults);
export type CallResult = z.output<typeof callResult>;

/** What had a call made: a journey's step, a webhook's delivery, an agent. */
export const callOrigin = z.object({ kind: z.enum(['journey', 'webhook', 'agent']), id: z.string() });
export type CallOrigin = z.output<typeof callOrigin>;

/** Bounds of what an exchange is asked and tells. */
export const exchangeLimits = {
  /** Seconds that a phone may ring; carriers give up by themselves after some three minutes. */
  ring: 300,
  /** Seconds of a call. */
  talk: 86_400,
} as const;

/** What an exchange tells of a call, in any order and more than once. */
export const exchangeEvents = ['ringing', 'answered', 'ended'] as const;
