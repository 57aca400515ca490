import * as z from 'zod';
import { phoneInput } from './lead.ts';
import { weekHours } from './week-hours.ts';

/** Bounds of transfer groups. */
export const transferGroupLimits = {
  groups: 200,
  numbers: 50,
  name: 80,
  description: 500,
  label: 80,
  weight: 100,
  priority: 100,
  /** Calls that one number takes at once: with all numbers, what the item of a group's turns can hold. */
  concurrent: 20,
  /** How long a number rings before it counts as not answered, in seconds: as a journey's call (document 002, section 9). */
  ringSeconds: { min: 5, max: 120, default: 30 },
} as const;

/** How the next number is chosen among those that are free. */
export const transferStrategies = {
  roundRobin: 'In turn, by weight',
  priority: 'By priority, then the longest unused',
  random: 'At random, by weight',
  leastRecent: 'The longest unused',
} as const;
export type TransferStrategy = keyof typeof transferStrategies;
const strategy = z.enum(Object.keys(transferStrategies) as [TransferStrategy, ...TransferStrategy[]]);

const { name, description, label, weight, priority, concurrent, ringSeconds } = transferGroupLimits;
const share = (max: number) => z.number().int().min(1).max(max);

/** The fields of a number, for the form, the calls and the store. */
export const transferNumberFields = {
  phoneNumber: phoneInput,
  label: z.string().trim().max(label, `At most ${label} characters.`),
  priority: share(priority).describe('1 is called first'),
  weight: share(weight).describe('how many turns it gets for one of a number of weight 1'),
  isActive: z.boolean(),
  maxConcurrent: share(concurrent).describe('calls that it takes at once'),
};
/** A number that is added: what may be left out has a default. */
export const newTransferNumber = {
  ...transferNumberFields,
  label: transferNumberFields.label.default(''),
  priority: transferNumberFields.priority.default(1),
  weight: transferNumberFields.weight.default(1),
  isActive: transferNumberFields.isActive.default(true),
  maxConcurrent: transferNumberFields.maxConcurrent.default(1),
};

export const transferNumber = z.object({
  id: z.string(),
  ...transferNumberFields,
  phoneNumber: z.string().describe('E.164'),
});
export type TransferNumber = z.output<typeof transferNumber>;

/** The fields of a group without its numbers, for the form, the calls and the store. */
export const transferGroupFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(name, `At most ${name} characters.`),
  description: z.string().trim().max(description, `At most ${description} characters.`),
  strategy,
  hours: weekHours.nullable().describe('null is always open'),
  fallbackNumber: phoneInput.nullable().describe('takes the call when no number of the group can'),
  ringSeconds: z.number().int().min(ringSeconds.min).max(ringSeconds.max),
};
/** A group that is added. */
export const newTransferGroup = {
  ...transferGroupFields,
  description: transferGroupFields.description.default(''),
  strategy: strategy.default('roundRobin'),
  hours: transferGroupFields.hours.default(null),
  fallbackNumber: transferGroupFields.fallbackNumber.default(null),
  ringSeconds: transferGroupFields.ringSeconds.default(ringSeconds.default),
};

export const transferGroup = z.object({
  id: z.string(),
  ...transferGroupFields,
  fallbackNumber: z.string().nullable().describe('E.164'),
  numbers: z.array(transferNumber).describe('in the order in which they were added'),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TransferGroup = z.output<typeof transferGroup>;
