import * as z from 'zod';
import { refersTo } from '../../reference.ts';
import { defineStep } from './define.ts';

/** Of one attempt, and of the time between two: document 002, section 9. */
export const callStepLimits = {
  attempts: { min: 1, max: 10, default: 3 },
  delaySeconds: { min: 60, max: 3_600, default: 300 },
  ringSeconds: { min: 5, max: 120, default: 30 },
} as const;

const { attempts, delaySeconds, ringSeconds } = callStepLimits;
const text = (max: number) => z.string().trim().max(max).default('');

export const callStep = defineStep({
  type: 'call',
  label: 'Call',
  about: 'Calls the lead through the exchange and goes on by what came of it.',
  group: 'contact',
  channel: 'call',
  // The fields of a step's call are those of document 002, section 3.
  config: z.strictObject({
    context: text(80).describe('of the dial plan'),
    dialerContext: text(80),
    ingroup: text(80).describe('kept and not used: docs/decisions/032'),
    did: text(40).describe('the number of yours that is shown'),
    useLocalDID: z.boolean().default(false).describe('show a number of the area that is called'),
    fallbackDID: text(40),
    callerId: text(40),
    transferNumber: text(40),
    transferGroupId: refersTo('transferGroup', z.string().trim().max(64)).default(''),
    scriptId: text(64).describe('kept and not used: docs/decisions/032'),
    amd: z.boolean().default(false).describe('tell a voicemail from a person'),
    recordCall: z.boolean().default(false),
    respectBusinessHours: z
      .boolean()
      .default(true)
      .describe("keep to the tenant's own hours; the law's are always kept"),
    maxAttempts: z
      .number()
      .int()
      .min(attempts.min)
      .max(attempts.max)
      .default(attempts.default)
      .describe('attempts when nobody answers'),
    delayBetweenAttempts: z
      .number()
      .int()
      .min(delaySeconds.min)
      .max(7 * 86_400)
      .default(delaySeconds.default)
      .describe('seconds'),
    ringSeconds: z.number().int().min(ringSeconds.min).max(ringSeconds.max).default(ringSeconds.default),
  }),
  outputs: ({ amd }) => [
    { key: 'answered', label: 'Answered' },
    { key: 'noAnswer', label: 'No answer' },
    ...(amd ? [{ key: 'voicemail', label: 'Voicemail' }] : []),
    { key: 'busy', label: 'Busy' },
    { key: 'failed', label: 'Failed' },
  ],
  problems: () => [],
  summary: ({ maxAttempts }) => (maxAttempts === 1 ? 'Once' : `Up to ${maxAttempts} times`),
});
