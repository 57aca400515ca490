import { hook } from '#functions/kernel/hook.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { Call } from '#shared/model/call.ts';

/**
 * Hears that a caller came into a queue or left it, or that a held place's turn has come: `queue-joined`, `queue-left`,
 * `place-due`. The same may come twice.
 */
export const onQueueEvent = hook<[event: ExchangeEvent], void>('onQueueEvent');

/** Hears what an exchange tells of a call that it was asked to make. The same may come twice. */
export const onPlacedEvent = hook<[call: Call, event: ExchangeEvent], void>('onPlacedEvent');

/** Hears that a call is over that was made for somebody who had asked for it in a queue. The same may come twice. */
export const onCallbackOver = hook<[call: Call], void>('onCallbackOver');

/**
 * Hears that a caller has left a node of a dial plan (`plan-node`), or says by which way they go on (`plan-asks`). The
 * same may come twice.
 */
export const onPlanEvent = hook<[call: Call, event: ExchangeEvent], { way?: string }>('onPlanEvent');

/** Hears that a phone has dialled the emergency services, or 933. The same may come twice. */
export const onEmergency = hook<[event: ExchangeEvent], void>('onEmergency');

/** Whose the phone at an extension is; null where it is nobody's, or there is none. */
export const userOfExtension = hook<[number: string], string | null>('userOfExtension');

/** The exchange of the tenant is another one, or was set up anew: whoever has put something there puts it again. */
export const onExchangeNew = hook<[], void>('onExchangeNew');

/** The tenant leaves an exchange: who is signed in to a phone there has to sign in again. */
export const onExchangeLeft = hook<[], void>('onExchangeLeft');

/** An agent has taken up a call that came in from a lead. The same may come twice. */
export const onCallerAnswered = hook<[leadId: string, agentId: string], void>('onCallerAnswered');

/**
 * Hears that a caller leaves a message in a voicemail box. Of one that is ready it answers where that is to be put, where
 * it is wanted. The same may come twice.
 */
export const onVoicemail = hook<[call: Call, event: ExchangeEvent], string | undefined>('onVoicemail');
