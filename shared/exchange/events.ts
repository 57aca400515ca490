import * as z from 'zod';
import { collectedName, leadCondition } from '../model/dialplan/condition.ts';
import { nodeId } from '../model/dialplan/nodes.ts';
import { planQuestion } from '../model/dialplan/steps.ts';
import { callResult, exchangeLimits } from '../model/exchange.ts';
import { boxId, callId, phoneName, target } from './commands.ts';
import { dialPlanId } from './plans.ts';

/*
 * What an exchange tells: POST to the callback's address, signed (functions/telephony/signature.ts), at least once, in
 * the order of `seq` for each call. Whoever hears them bears an event twice, late, and out of order.
 */

/** Why a caller left a queue; `callback`: they keep their place, and want to be called back. */
export const queueExits = ['answered', 'abandoned', 'timeout', 'full', 'left', 'callback'] as const;
export type QueueExit = (typeof queueExits)[number];

const exchangeEvents = [
  // The other party's phone rings, is taken up (`by`), and the call is over (`result`, `talkSeconds`).
  'ringing',
  'answered',
  'ended',
  // Somebody calls a number of the tenant's: `from`, `to`. The exchange makes the callId, as cal_….
  'inbound',
  // An agent's `phone` in the call: it rings, is taken up, and has left, or did not take it up.
  'agent-ringing',
  'agent-answered',
  'agent-left',
  // Nobody was there in time for who has answered a call that was placed with `connect`; they hear the message.
  'abandoned',
  'held',
  'resumed',
  // A transfer to `target` began (attended), a number outside has answered, it is done, or did not come about
  // (`reason`); all three talk.
  'transfer-started',
  'transfer-answered',
  'transferred',
  'transfer-failed',
  'transfer-joined',
  // Everybody has heard that the call is recorded from now on; or could not (`reason`), and it is not.
  'recording-announced',
  'recording-refused',
  // `recordingId`; when it is over, `seconds`. `recording-ready` is answered with `uploadUrl`; then it is put there.
  'recording-started',
  'recording-paused',
  'recording-resumed',
  'recording-ready',
  'recording-stored',
  // Nobody answered, and the caller hears the greeting of the box `boxId`. What they said is a `recordingId` of so many
  // `seconds`: `voicemail-ready` is answered with `uploadUrl`, where it is wanted, and then it is put there.
  'voicemail-started',
  'voicemail-ready',
  'voicemail-stored',
  // A supervisor's `phone` with its `mode`.
  'supervised',
  'supervision-ended',
  'digits',
  'playback-ended',
  // `queueId` with `position`; on leaving `queueExit` and `waitSeconds`.
  'queue-joined',
  'queue-left',
  // A caller has left `nodeId` of the dial plan `planId` by `way`, `nodeMs` after they came to it; no way: the call
  // ended there; `recordingId` is what they heard there first, if it was one. `plan-asks` wants to know whether
  // `condition` holds for the caller, or by which way the step of `question` is left, and is answered with `way`.
  'plan-node',
  'plan-asks',
  // Of no call: it is the turn of the held place `placeId` in `queueId`, and the member at `phone` is free for it.
  'place-due',
  // Of no call: `phone` can be reached, or cannot.
  'phone-registered',
  'phone-gone',
  // Of no call: somebody dialled `to` (911, or 933 which tests it) at `phone`. `emergencyId` is that dialling's own.
  'emergency-dialled',
] as const;

/** A recording's id is in the name of its file. */
const recordingId = z.string().regex(/^rec_[\w-]{1,60}$/, 'the id of a recording');

/** An event as it is sent; which of the optional fields it has stands at its name above. */
export const exchangeEvent = z.object({
  event: z.enum(exchangeEvents),
  /** Of a call: which, and the how manyeth event of it this is, from 1. */
  callId: callId.optional(),
  seq: z.number().int().min(1).optional(),
  at: z.iso.datetime(),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  by: z.enum(['human', 'machine']).optional(),
  result: callResult.optional(),
  talkSeconds: z.number().int().min(0).max(exchangeLimits.talk).default(0),
  phone: phoneName.optional(),
  target: target.optional(),
  reason: z.string().max(200).optional(),
  recordingId: recordingId.optional(),
  seconds: z.number().int().min(0).max(exchangeLimits.talk).optional(),
  mode: z.enum(['listen', 'whisper', 'barge']).optional(),
  digits: z.string().max(32).optional(),
  boxId: boxId.optional(),
  queueId: z.string().max(64).optional(),
  placeId: z
    .string()
    .regex(/^cbk_[\w-]{1,60}$/)
    .optional(),
  emergencyId: z
    .string()
    .regex(/^[\w-]{1,80}$/)
    .optional(),
  position: z.number().int().min(1).optional(),
  queueExit: z.enum(queueExits).optional(),
  waitSeconds: z.number().int().min(0).optional(),
  planId: dialPlanId.optional(),
  nodeId: nodeId.optional(),
  condition: leadCondition.optional(),
  question: planQuestion.optional(),
  /** What the caller has typed in plans until a question is asked, by name. */
  collected: z.record(collectedName, z.string().regex(/^\d{1,20}$/)).optional(),
  way: z.string().max(20).optional(),
  nodeMs: z
    .number()
    .int()
    .min(0)
    .max(exchangeLimits.talk * 1000)
    .optional(),
});
export type ExchangeEvent = z.output<typeof exchangeEvent>;
