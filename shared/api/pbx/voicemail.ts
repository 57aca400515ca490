import { z } from 'zod';
import { greeting, voicemailBox, voicemailLimits, voicemailMessage } from '../../model/voicemail.ts';
import { id, message, route } from '../contract.ts';

const messageId = id('vcm');
const boxId = z.union([id('ext'), id('que')]);
const greetingFile = {
  audio: z
    .instanceof(Blob, { message: 'Please choose a file.' })
    .describe(
      `WAV, 8 kHz, mono, 16 bit; at most ${voicemailLimits.greeting} seconds. Without it, the exchange's own words are heard`,
    )
    .optional(),
};
const greeted = z.object({ greeting });

export const voicemail = {
  voicemailBoxes: route(
    'GET',
    '/pbx/voicemail/boxes',
    'voicemail.listen',
    'Voicemail boxes, by number; agents those of their own extension and their queues',
  )
    .input(z.strictObject({}))
    .output(z.object({ boxes: z.array(voicemailBox) })),
  listVoicemail: route(
    'GET',
    '/pbx/voicemail',
    'voicemail.listen',
    'Messages, newest first; agents those of their own boxes. A page may hold fewer than asked for, and a cursor',
  )
    .input(
      z.strictObject({
        boxId: boxId.optional(),
        unheard: z.stringbool().optional().describe('only those that nobody has heard'),
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: z.string().max(200).optional(),
      }),
    )
    .output(z.object({ messages: z.array(voicemailMessage), nextCursor: z.string().nullable() })),
  hearVoicemail: route(
    'POST',
    '/pbx/voicemail/{id}/hear',
    'voicemail.listen',
    'The address by which a message is heard, which counts as heard then; the audit log keeps who asked',
  )
    .input(z.strictObject({ id: messageId }))
    .output(
      z.object({
        url: z.string(),
        seconds: z.number().int(),
        expiresIn: z.number().int().describe('seconds'),
        message: voicemailMessage,
      }),
    ),
  markVoicemail: route('PUT', '/pbx/voicemail/{id}', 'voicemail.listen', 'Mark a message as heard, or as new')
    .input(z.strictObject({ id: messageId, isHeard: z.boolean() }))
    .output(voicemailMessage),
  removeVoicemail: route(
    'DELETE',
    '/pbx/voicemail/{id}',
    'voicemail.listen',
    'Remove a message and what was said; the audit log keeps who did',
  )
    .input(z.strictObject({ id: messageId }))
    .output(message),
  setExtensionGreeting: route(
    'POST',
    '/pbx/extensions/{id}/greeting',
    'voicemail.greet',
    'What callers hear whom an extension does not answer; agents of their own',
  )
    .input(z.strictObject({ id: id('ext'), ...greetingFile }))
    .output(greeted),
  setQueueGreeting: route(
    'POST',
    '/pbx/queues/{id}/greeting',
    'queues.edit',
    'What callers of a queue hear whom nobody answers',
  )
    .input(z.strictObject({ id: id('que'), ...greetingFile }))
    .output(greeted),
};
