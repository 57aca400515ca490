import * as z from 'zod';
import { defineStep, done } from './define.ts';

const units = { minutes: 1, hours: 60, days: 1_440 } as const;

/** What a wait can wait for. */
export const awaitedEvents = {
  reply: 'a reply by text',
  callAnswered: 'an answered call',
  statusChanged: 'a change of status',
  tagAdded: 'a tag',
} as const;
export type AwaitedEvent = keyof typeof awaitedEvents;

const duration = {
  amount: z.number().int().min(1).max(1_000).default(1),
  unit: z.enum(['minutes', 'hours', 'days']).default('days'),
};
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day is HH:MM.');

/** Minutes of a duration. */
export const minutesOf = ({ amount, unit }: { amount: number; unit: keyof typeof units }): number =>
  amount * units[unit];

const written = ({ amount, unit }: { amount: number; unit: string }) =>
  `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;

export const waitStep = defineStep({
  type: 'wait',
  label: 'Wait',
  about: 'Waits for some time, until a time of day where the lead is, or until something happens.',
  group: 'flow',
  config: z.strictObject({
    mode: z.enum(['duration', 'timeOfDay', 'event']).default('duration'),
    ...duration,
    time: clockTime.default('09:00').describe("in the lead's zone, of mode timeOfDay"),
    weekdays: z
      .array(z.number().int().min(0).max(6))
      .max(7)
      .default([])
      .describe('0 is Sunday; of mode timeOfDay, any day when empty'),
    event: z.enum(Object.keys(awaitedEvents) as [AwaitedEvent, ...AwaitedEvent[]]).default('reply'),
    value: z
      .string()
      .trim()
      .max(100)
      .default('')
      .describe('the status or tag that is waited for; any when empty'),
  }),
  outputs: ({ mode }) =>
    mode === 'event'
      ? [
          { key: 'timedOut', label: 'Nothing happened' },
          { key: 'happened', label: 'It happened' },
        ]
      : done,
  problems: () => [],
  summary: (config) => {
    if (config.mode === 'duration') return written(config);
    if (config.mode === 'timeOfDay') return `Until ${config.time} where the lead is`;
    return `For ${awaitedEvents[config.event]}, ${written(config)} at most`;
  },
});
