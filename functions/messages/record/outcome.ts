import type { Reason } from '#shared/model/compliance/decide.ts';
import type { MessageRecord } from './message-store.ts';

export type SendOutcome =
  /** The provider has it, or had it: same key. */
  | { kind: 'sent'; messageId: string }
  /** Compliance said no; the same key may be tried again from `nextAllowedAt` on. */
  | { kind: 'refused'; reasons: Reason[]; nextAllowedAt: string | null; optedOut: boolean }
  /** A limit of the number, the campaign or the day; ISO 8601. `onlyThey`: others may be texted meanwhile. */
  | { kind: 'later'; retryAt: string; why: string; onlyThey?: true }
  /** For good: a bad number, no address, refused by the provider. */
  | { kind: 'failed'; error: string };

/** The provider's own word for an opt-out, kept on the message. */
export const optedOutError = 'opted_out';

export const optedOut: Extract<SendOutcome, { kind: 'refused' }> = {
  kind: 'refused',
  reasons: [{ code: 'opted_out', text: 'The person has opted out.', citation: null, zone: null }],
  nextAllowedAt: null,
  optedOut: true,
};

/** What became of a message that is no longer being sent. */
export function outcomeOf({ id, status, error, errorCode }: MessageRecord): SendOutcome {
  if (status !== 'failed' && status !== 'bounced') return { kind: 'sent', messageId: id };
  return errorCode === optedOutError ? optedOut : { kind: 'failed', error: error ?? 'It failed.' };
}
