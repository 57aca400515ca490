import * as z from 'zod';
import { refersTo } from './reference.ts';

/** Bounds of pools of numbers. */
export const didPoolLimits = {
  pools: 200,
  /** Numbers of one pool: its item holds 400 KB, and a number with its weight 60 bytes. */
  dids: 2_000,
  groups: 50,
  name: 80,
  description: 500,
  weight: 100,
  /** A day. */
  restMinutes: 1_440,
  perDay: 10_000,
} as const;

/** How the number that a lead sees is chosen among those that may be shown. */
export const didPoolStrategies = {
  local: {
    label: 'Nearest to the lead',
    about:
      'The lead’s area code, then the nearest within 100 miles, its state, its time zone; by weight among equals.',
  },
  weighted: { label: 'By weight', about: 'A number of weight 2 is shown twice as often as one of weight 1.' },
  'round-robin': { label: 'In turn', about: 'Each number as often as the others.' },
  'least-used': { label: 'Least used today', about: 'The number that was shown least often today.' },
} as const;
export type DidPoolStrategy = keyof typeof didPoolStrategies;
const strategy = z.enum(Object.keys(didPoolStrategies) as [DidPoolStrategy, ...DidPoolStrategy[]]);

const { name, description, restMinutes, perDay, weight } = didPoolLimits;

/** The fields of a pool without its numbers, for the form, the calls and the store. */
export const didPoolFields = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a name.').max(name, `At most ${name} characters.`),
  description: z.string().trim().max(description, `At most ${description} characters.`),
  isActive: z.boolean().describe('a pool that is not gives no numbers'),
  strategy,
  restMinutes: z
    .number()
    .int()
    .min(0)
    .max(restMinutes)
    .describe('so long a number is not shown again; 0: no rest'),
  maxPerDay: z
    .number()
    .int()
    .min(1)
    .max(perDay)
    .nullable()
    .describe("calls from one number in a day of the workspace's time zone; null: no limit"),
});

export const poolWeight = z.number().int().min(1).max(weight);

export const pooledDid = z.object({ didId: refersTo('did', z.string()), weight: poolWeight });
export type PooledDid = z.output<typeof pooledDid>;

export const didPool = z.object({
  id: z.string(),
  ...didPoolFields.shape,
  dids: z.array(pooledDid.extend({ phoneNumber: z.string(), label: z.string(), isActive: z.boolean() })),
  groupIds: z.array(refersTo('agentGroup', z.string())).describe('whose agents call from its numbers'),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DidPool = z.output<typeof didPool>;

/** Why a number of a pool was not shown. */
export const passedOver = z.object({ didId: z.string(), phoneNumber: z.string(), reason: z.string() });
export type PassedOver = z.output<typeof passedOver>;

/** So many numbers passed over are named and kept with a call. */
export const mostPassedOver = 25;
