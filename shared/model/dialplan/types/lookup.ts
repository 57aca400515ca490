import * as z from 'zod';
import { definePlanType } from './define.ts';

/** The product knows by then whose number it is; ms. */
const answerMs = 5_000;

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
