import { z } from 'zod';
import { queueCallback } from '../../model/queue-callback.ts';
import { id, route } from '../contract.ts';

export const callbacks = {
  queueCallbacks: route(
    'GET',
    '/pbx/queues/{id}/callbacks',
    'queues.view',
    'Who asked a queue to be called back: those in line, then those that are over, of 30 days',
  )
    .input(z.strictObject({ id: id('que') }))
    .output(z.object({ callbacks: z.array(queueCallback) })),
  cancelCallback: route(
    'POST',
    '/pbx/callbacks/{id}/cancel',
    'queues.edit',
    'Take somebody who asked to be called back out of the line',
  )
    .input(z.strictObject({ id: id('cbk') }))
    .output(queueCallback),
};
