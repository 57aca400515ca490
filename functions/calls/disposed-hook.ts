import { hook } from '#functions/kernel/hook.ts';
import type { Call } from '#shared/model/call.ts';

/** Does what follows from the disposition that somebody has just given a call. */
export const callDisposed = hook<[call: Call], void>('callDisposed');
