import { z } from 'zod';
import { changesOf } from '../../model/changes.ts';
import { emergencyLocation } from '../../model/emergency-calls.ts';
import {
  extension,
  extensionLimits,
  extensionStats,
  extensionStatus,
  internalNumber,
} from '../../model/extension.ts';
import { phoneInput } from '../../model/lead.ts';
import { queueLimits } from '../../model/queue.ts';
import { refersTo } from '../../model/reference.ts';
import { voicemailFields } from '../../model/voicemail.ts';
import { id, message, route } from '../contract.ts';

const extensionId = id('ext');
const queueId = id('que');

/** The fields of an extension that people fill in, for the form and the calls. */
export const newExtension = z.strictObject({
  number: internalNumber,
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(extensionLimits.name, `At most ${extensionLimits.name} characters.`),
  userId: refersTo('user', id('usr')).nullable().default(null),
  callerId: phoneInput.nullable().default(null),
  outsideNumber: phoneInput
    .nullable()
    .default(null)
    .describe('a telephone outside, as a mobile, that its user may sign in with'),
  location: emergencyLocation
    .default('')
    .describe('where its phone stands: street, floor, room; for emergency calls'),
  ...voicemailFields,
});

export const sipSecret = z.string().describe('the SIP password of a desk phone; it is shown this once');

export const extensions = {
  listExtensions: route('GET', '/pbx/extensions', 'extensions.view', 'Extensions, by number')
    .input(
      z.strictObject({
        search: z.string().trim().max(80).optional().describe('a part of the number, or of a name'),
        userId: id('usr').optional(),
        status: extensionStatus.optional(),
      }),
    )
    .output(z.object({ extensions: z.array(extension) })),
  createExtension: route(
    'POST',
    '/pbx/extensions',
    'extensions.edit',
    'Add an extension; it becomes that of its user',
    { status: 201 },
  )
    .input(newExtension)
    .output(extension.extend({ secret: sipSecret })),
  getExtension: route('GET', '/pbx/extensions/{id}', 'extensions.view', 'One extension')
    .input(z.strictObject({ id: extensionId }))
    .output(extension),
  updateExtension: route('PUT', '/pbx/extensions/{id}', 'extensions.edit', 'Change an extension')
    .input(
      z.strictObject({
        id: extensionId,
        ...changesOf(newExtension).shape,
        version: z.number().int().optional().describe('refused when the extension has changed since'),
      }),
    )
    .output(extension),
  removeExtension: route(
    'DELETE',
    '/pbx/extensions/{id}',
    'extensions.edit',
    'Remove an extension; its user has none then',
  )
    .input(z.strictObject({ id: extensionId }))
    .output(message),
  setExtensionStatus: route(
    'PUT',
    '/pbx/extensions/{id}/status',
    'extensions.status',
    'Say whether an extension takes calls; agents that of their own',
  )
    .input(z.strictObject({ id: extensionId, status: extensionStatus }))
    .output(extension),
  addExtensionQueue: route(
    'POST',
    '/pbx/extensions/{id}/queues',
    'queues.edit',
    'Have an extension take calls of a queue; of one that it has, change the penalty',
  )
    .input(
      z.strictObject({
        id: extensionId,
        queueId,
        penalty: z.number().int().min(0).max(queueLimits.penalty).default(0),
      }),
    )
    .output(extension),
  removeExtensionQueue: route(
    'DELETE',
    '/pbx/extensions/{id}/queues/{queueId}',
    'queues.edit',
    'Have an extension take no more calls of a queue',
  )
    .input(z.strictObject({ id: extensionId, queueId }))
    .output(extension),
  extensionStats: route(
    'GET',
    '/pbx/extensions/{id}/stats',
    'extensions.view',
    'What the person at an extension did; agents of their own',
  )
    .input(
      z.strictObject({
        id: extensionId,
        days: z.coerce.number().int().min(1).max(queueLimits.statisticsDays).default(1),
      }),
    )
    .output(extensionStats),
  rotateExtensionSecret: route(
    'POST',
    '/pbx/extensions/{id}/secret',
    'extensions.edit',
    'Give a desk phone a new SIP password; the old one is void at once',
  )
    .input(z.strictObject({ id: extensionId }))
    .output(z.object({ secret: sipSecret })),
};
