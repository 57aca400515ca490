import { hook } from '#functions/kernel/hook.ts';
import type { Call } from '#shared/model/call.ts';

/**
 * Has the exchange call somebody at the phone of whoever is signed in to one; undefined for who is not: they dial by
 * themselves, and the call is recorded alone.
 */
export const callFromPhone = hook<
  [asked: { to: string; leadId: string | undefined; callerId: string | undefined }],
  Call | undefined
>('callFromPhone');
