import type { CallResult } from '#shared/model/exchange.ts';

/** A call as an exchange is asked to make it. */
export interface PlacedCall {
  /** The record's id, and the exchange's own name of the call. */
  callId: string;
  /** E.164. */
  to: string;
  callerId: string | null;
  maxRingSeconds: number;
  amd: boolean;
  context: string | null;
  transferNumber: string | null;
  recordCall: boolean;
  /** Where what becomes of it is told, and the secret that proves it. */
  callbackUrl: string;
  secret: string;
}

/** How far a call is, as an exchange answers when it is asked. */
export interface Standing {
  state: 'queued' | 'ringing' | 'answered' | 'ended';
  result: CallResult | null;
  talkSeconds: number;
  /** When it came to that; ISO 8601. */
  at: string;
}

/** The exchange will never make this call. */
export class ExchangeRefused extends Error {}

/**
 * An exchange, whatever it is made of. It rings a phone under a name that is given to it, answers how far a call of
 * that name is, and tells of it by POST /telephony/events/{key} with `ringing`, `answered` and `ended`, signed as
 * functions/telephony/signature.ts says; in which order and how often these come does not matter.
 *
 * An Asterisk fits as it is. `place` is AMI's Originate, `Async: true`, with `ChannelId: <callId>` (an id that is in
 * use is refused, so a repeated order makes no second call), `Timeout` of maxRingSeconds, `Context`, `CallerID`, and
 * `Variable` for callId, callbackUrl and transferNumber; AMD() of the dial plan answers human or machine in
 * AMDSTATUS. A connection that listens to AMI posts the events: Newstate Ringing and Up, VarSet AMDSTATUS, and
 * Hangup, whose Cause is the result (17 busy, 18 and 19 no answer, 16 normal clearing). `ask` is `Status` on that
 * channel; a channel that is gone is looked up in the call detail records by its name.
 */
export interface ExchangeAdapter {
  /** Hands a call over; one that it has already stays one. @throws ExchangeDown, ExchangeRefused */
  place(call: PlacedCall): Promise<void>;
  /** How far a call is; null when the exchange has never had it. @throws ExchangeDown */
  ask(callId: string): Promise<Standing | null>;
}
