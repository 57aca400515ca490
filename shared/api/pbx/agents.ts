import { z } from 'zod';
import { extension, internalNumber } from '../../model/extension.ts';
import { queueLimits } from '../../model/queue.ts';
import { refersTo } from '../../model/reference.ts';
import { newPerson, user } from '../../model/user.ts';
import { id, route } from '../contract.ts';
import { newExtension, sipSecret } from './extensions.ts';

const penalty = z.number().int().min(0).max(queueLimits.penalty).default(0);

/** Whoever is to sit at a phone: the account, the extension and the queues, for the form and the call. */
export const newAgent = z.strictObject({
  ...newPerson.shape,
  extension: internalNumber.describe('a number that nobody and no queue has'),
  callerId: newExtension.shape.callerId,
  voicemail: newExtension.shape.voicemail,
  queues: z
    .array(z.strictObject({ queueId: refersTo('queue', id('que')), penalty }))
    .max(
      queueLimits.queuesOfExtension,
      `An extension takes calls of at most ${queueLimits.queuesOfExtension} queues.`,
    )
    .default([]),
});

export const agents = {
  createAgent: route(
    'POST',
    '/pbx/agents/create',
    'users.create',
    'Add an agent with an extension and queues: all of it, or nothing',
    { status: 201 },
  )
    .input(newAgent)
    .output(z.object({ user, extension, secret: sipSecret })),
};
