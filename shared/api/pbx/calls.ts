import { z } from 'zod';
import { call, callLimits, handover } from '../../model/call.ts';
import { phoneInput } from '../../model/lead.ts';
import { id, route, timestamp } from '../contract.ts';

const callId = id('cal');
const key = z
  .string()
  .min(1)
  .max(120)
  .optional()
  .describe('names what is asked: the same key again is the same call, or the same act');
const audioUrl = z.string().max(2_000).describe('http or https; WAV, 8 kHz, mono, 16 bit');

/** Calls that go on, as whoever asks may see them. */
const active = z.object({
  calls: z.array(call),
  count: z.number().int(),
  byQueue: z.record(z.string(), z.number().int()).describe('callers who wait, by the id of the queue'),
});

/** Calls of the exchange: made, acted upon and closed. Each act answers the call as it is recorded now. */
export const callControl = {
  originateCall: route(
    'POST',
    '/pbx/calls/originate',
    'calls.create',
    'Call somebody: your phone rings first, then theirs; 409 contact_refused when they may not be called now',
    { status: 201 },
  )
    .input(
      z.strictObject({
        to: phoneInput.optional().describe("the lead's first number when left out"),
        leadId: id('led').optional(),
        extensionId: id('ext').optional().describe('your own when left out'),
        callerId: phoneInput.optional(),
        recordCall: z.boolean().default(false),
        key,
      }),
    )
    .output(call),
  activePbxCalls: route('GET', '/pbx/calls/active', 'calls.view', 'Calls that go on; agents see their own')
    .input(z.strictObject({}))
    .output(active),
  activeCallsOfTenant: route(
    'GET',
    '/tenant/active-calls',
    'calls.view',
    'Calls that go on; agents see their own',
  )
    .input(z.strictObject({}))
    .output(active),
  hangUpCall: route('POST', '/pbx/calls/{id}/hangup', 'calls.control', 'End a call for everybody on it')
    .input(z.strictObject({ id: callId, key }))
    .output(call),
  holdCall: route('POST', '/pbx/calls/{id}/hold', 'calls.control', 'Let the other party hear music, or not')
    .input(z.strictObject({ id: callId, hold: z.boolean(), key }))
    .output(call),
  transferPbxCall: route(
    'POST',
    '/pbx/calls/{id}/transfer',
    'calls.control',
    'Put a call through to an extension, a queue or a number, at once or after you have spoken with them',
  )
    .input(
      z.strictObject({
        id: callId,
        target: z.string().trim().min(2).max(40).describe('number of an extension or queue, or E.164'),
        type: z.enum(['blind', 'attended']).default('blind'),
        key,
      }),
    )
    .output(call),
  finishTransfer: route(
    'POST',
    '/pbx/calls/{id}/transfer/{action}',
    'calls.control',
    'Of a transfer that you attend to: leave the two others, take the call back, or talk with both',
  )
    .input(
      z.strictObject({ id: callId, action: z.string().max(20).describe('complete, cancel or join'), key }),
    )
    .output(call),
  handoverOfCall: route(
    'GET',
    '/pbx/calls/{id}/handover',
    'calls.view',
    'Who hands you a call, the caller, and what was noted; for as long as your phone rings for it or you talk',
  )
    .input(z.strictObject({ id: callId }))
    .output(handover),
  recordCall: route('POST', '/pbx/calls/{id}/record', 'calls.control', 'Record a call, pause that, or end it')
    .input(z.strictObject({ id: callId, action: z.enum(['start', 'pause', 'resume', 'stop']), key }))
    .output(call),
  sendDigits: route('POST', '/pbx/calls/{id}/digits', 'calls.control', 'Press keys of the phone')
    .input(
      z.strictObject({
        id: callId,
        digits: z.string().regex(/^[0-9*#A-D]{1,32}$/, 'Keys are 0 to 9, *, # and A to D, at most 32.'),
        key,
      }),
    )
    .output(call),
  answerCall: route('POST', '/pbx/calls/{id}/answer', 'calls.control', 'Take up a call that rings your phone')
    .input(z.strictObject({ id: callId, key }))
    .output(call),
  dropVoicemail: route(
    'POST',
    '/pbx/calls/{id}/voicemail-drop',
    'calls.control',
    'Leave a recorded message on the answering machine and go on; the call ends by itself',
  )
    .input(z.strictObject({ id: callId, audioUrl, key }))
    .output(call),
  superviseCall: route(
    'POST',
    '/pbx/calls/{id}/supervise',
    'calls.supervise',
    'Listen to a call, whisper to its agent, or talk with both: your own phone rings; stop ends it',
  )
    .input(z.strictObject({ id: callId, mode: z.enum(['listen', 'whisper', 'barge', 'stop']), key }))
    .output(call),
  disposeCall: route(
    'POST',
    '/pbx/calls/{id}/disposition',
    'calls.edit',
    'Say how a call ended, by a code of yours; with the time of a callback where the code wants one',
  )
    .input(
      z.strictObject({
        id: callId,
        disposition: z
          .string()
          .trim()
          .min(1, 'Please choose how the call ended.')
          .max(callLimits.disposition),
        notes: z.string().trim().max(callLimits.notes).optional(),
        callbackAt: timestamp.nullable().optional(),
      }),
    )
    .output(call),
};
