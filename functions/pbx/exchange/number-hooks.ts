import { hook } from '#functions/kernel/hook.ts';
import type { Target } from '#shared/exchange/commands.ts';

/** Whom a number of the tenant's is to ring; undefined where it leads nowhere. Run by whatever tells the exchange. */
export const targetOfNumber = hook<[phoneNumber: string], Target | undefined>('targetOfNumber');

/** The numbers that lead to a queue or an extension, in E.164. */
export const numbersTo = hook<[targetId: string], string[]>('numbersTo');

/** The numbers that lead somewhere, in E.164. */
export const routedNumbers = hook<[], string[]>('routedNumbers');
