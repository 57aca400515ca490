import { hook } from '#functions/kernel/hook.ts';
import type { NumberTarget } from '#shared/exchange/commands.ts';

/** Whom a number of the tenant's is to ring; undefined where it leads nowhere. Run by whatever tells the exchange. */
export const targetOfNumber = hook<[phoneNumber: string], NumberTarget | undefined>('targetOfNumber');

/** Tells the exchange which text of a dial plan is to serve, or that none is; notes what it did. */
export const pushPlan = hook<[planId: string], undefined>('pushPlan');

/** The dial plans that are to be on the exchange. */
export const deployedPlans = hook<[], string[]>('deployedPlans');

/** The numbers that lead to a queue, an extension or a dial plan, in E.164. */
export const numbersTo = hook<[targetId: string], string[]>('numbersTo');

/** The numbers that lead somewhere, in E.164. */
export const routedNumbers = hook<[], string[]>('routedNumbers');
