import * as z from 'zod';
import { idOf, refersTo } from '../../reference.ts';
import { answerMs, definePlanType } from './define.ts';

const queueId = idOf('que', 'Please choose a queue.');

export const callbackType = definePlanType({
  type: 'callback',
  label: 'Callback',
  group: 'Routing',
  data: z.strictObject({
    queueId: refersTo('queue', queueId)
      .nullable()
      .default(null)
      .describe('the queue in whose line the caller’s place is kept, and whose agents call back'),
  }),
  ports: ['noted', 'failed'],
  otherwise: 'failed',
  fields: { queueId },
  isAsked: true,
  answersWithin: () => answerMs,
  resolve({ queueId: id }, { fail, resources, need }) {
    need('asks');
    if (id === null) return fail('Please choose in which queue’s line the place is kept.');
    if (!resources.queues.has(id)) fail('Its queue is gone.');
    return { queueId: id };
  },
});
