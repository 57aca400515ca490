import { hook } from '#functions/kernel/hook.ts';
import type { DrawnNumber } from '#functions/telephony/api.ts';

/** The number that somebody sees when an agent calls them, of the pools of their groups; undefined where there is none. */
export const numberToShow = hook<
  [agentId: string, callee: { phone: string; state: string }],
  DrawnNumber | undefined
>('numberToShow');
