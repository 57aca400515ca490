import * as z from 'zod';
import { answerMs, definePlanType } from './define.ts';

export const lookupType = definePlanType({
  type: 'lookup',
  label: 'Look up the lead',
  group: 'Routing',
  data: z.strictObject({}),
  ports: ['found', 'notFound'],
  otherwise: 'notFound',
  fields: {},
  isAsked: true,
  answersWithin: () => answerMs,
  resolve(_, { need }) {
    need('leads');
    return {};
  },
});
