import { hook } from '#functions/kernel/hook.ts';

/** How many calls go on: calls have their statistics from the dashboard's counters, which know nothing of calls. */
export const countActiveCalls = hook<[], number>('countActiveCalls');
