import * as z from 'zod';
import { idOf, refersTo } from '../../reference.ts';
import { wholeWithin } from '../whole.ts';
import { definePlanType } from './define.ts';

/** Seconds that the other system has; a caller hears nothing meanwhile. */
export const webhookSeconds = { min: 1, max: 5, default: 3 } as const;
/** For the way there and back between the exchange and the product; ms. */
const onTheWayMs = 2_500;

const timeout = wholeWithin(webhookSeconds);
const endpointId = idOf('whe', 'Please choose an endpoint.');

export const webhookType = definePlanType({
  type: 'webhook',
  label: 'Ask another system',
  group: 'Routing',
  data: z.strictObject({
    endpointId: refersTo('endpoint', endpointId).nullable().default(null),
    timeout: timeout.default(webhookSeconds.default).describe('seconds'),
  }),
  ports: ['true', 'false', 'failed'],
  otherwise: 'failed',
  fields: { endpointId, timeout },
  isAsked: true,
  answersWithin: (step) => step.timeout * 1000 + onTheWayMs,
  resolve({ endpointId: id, timeout: seconds }, { fail, resources, need }) {
    need('asks');
    if (id === null) return fail('Please choose which system is asked.');
    if (!resources.endpoints.has(id)) fail('The endpoint that it asks is gone.');
    return { endpointId: id, timeout: seconds };
  },
});
