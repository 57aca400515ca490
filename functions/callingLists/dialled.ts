import type { Call } from '#shared/model/call.ts';

/*
 * What holds of a list's calls whether its agents are rung first (dialler) or its leads (lines).
 */

/** An exchange that is down is tried again after so long, for the reason that the agents read; ms. */
export const exchangeDown = {
  againMs: 15_000,
  waitsFor: 'The exchange cannot be reached. It is tried again by itself.',
};

/** How calls that nobody took up are disposed of, by the standard codes. */
export const unansweredDispositions: Partial<Record<Call['status'], string>> = {
  'no-answer': 'no-answer',
  busy: 'busy',
  voicemail: 'voicemail',
};
