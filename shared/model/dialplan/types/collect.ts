import * as z from 'zod';
import { collectedName } from '../condition.ts';
import { soundFields, soundOf } from '../sound.ts';
import { stepSound } from '../step-sound.ts';
import { wholeWithin } from '../whole.ts';
import { definePlanType } from './define.ts';

/** Ranges of its fields; the time is in seconds, and begins anew with each key. */
export const collectLimits = {
  digits: { min: 1, max: 20, default: 4 },
  timeout: { min: 1, max: 30, default: 5 },
  tries: { min: 1, max: 5, default: 3 },
} as const;

const fields = {
  variable: collectedName,
  least: wholeWithin(collectLimits.digits),
  most: wholeWithin(collectLimits.digits),
  timeout: wholeWithin(collectLimits.timeout),
  tries: wholeWithin(collectLimits.tries),
};

export const collectType = definePlanType({
  type: 'collect',
  label: 'Collect digits',
  group: 'Media and IVR',
  data: z.strictObject({
    ...soundFields,
    variable: collectedName.default('digits').describe('by which name conditions ask for them'),
    least: fields.least.default(collectLimits.digits.default).describe('digits'),
    most: fields.most.default(collectLimits.digits.default).describe('digits; # ends them before'),
    timeout: fields.timeout.default(collectLimits.timeout.default).describe('seconds for each key'),
    tries: fields.tries.default(collectLimits.tries.default),
  }),
  ports: ['collected', 'invalid', 'timeout'],
  otherwise: 'timeout',
  fields: { prompt: stepSound, ...fields },
  isAsked: false,
  answersWithin: () => 0,
  resolve(data, at) {
    at.need('digits');
    const { variable, least, most, timeout, tries } = data;
    if (least > most) at.fail('It takes fewer digits at most than at least.');
    return { prompt: soundOf(data, at), variable, least, most, timeout, tries };
  },
});

/** By which way a caller leaves it who typed so much when the time was over; keys that are no digits count for nothing. */
export function wayOfTyped({ least }: { least: number }, typed: string): 'collected' | 'invalid' | 'timeout' {
  const digits = digitsOf(typed);
  if (digits.length >= least) return 'collected';
  return digits === '' ? 'timeout' : 'invalid';
}

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');
