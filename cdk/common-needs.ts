import type { Needs } from './function-spec.ts';

/** Of who sends commands to exchanges: their keys are sealed, and they are told where the product hears of calls. */
export const exchangeNeeds = {
  table: 'write',
  exchanges: 'send',
  publicUrl: true,
  key: true,
} as const satisfies Needs;

/** Of who runs steps of journeys. */
export const stepNeeds = {
  ...exchangeNeeds,
  mail: true,
  bucket: { announcements: 'write' },
} as const satisfies Needs;
