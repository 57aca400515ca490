import { hook } from '#functions/kernel/hook.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';

/** Hears that a caller came into a queue or left it: `queue-joined`, `queue-left`. The same may come twice. */
export const onQueueEvent = hook<[event: ExchangeEvent], void>('onQueueEvent');

/** Whose the phone at an extension is; null where it is nobody's, or there is none. */
export const userOfExtension = hook<[number: string], string | null>('userOfExtension');

/** The exchange of the tenant is another one, or was set up anew: whoever has put something there puts it again. */
export const onExchangeNew = hook<[], void>('onExchangeNew');

/** The tenant leaves an exchange: who is signed in to a phone there has to sign in again. */
export const onExchangeLeft = hook<[], void>('onExchangeLeft');

/** An agent has taken up a call that came in from a lead. The same may come twice. */
export const onCallerAnswered = hook<[leadId: string, agentId: string], void>('onCallerAnswered');
