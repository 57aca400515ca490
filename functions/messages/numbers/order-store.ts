import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';

/*
 * What is bought at a carrier, or given back, is written down before the carrier is asked, and struck out when it has
 * answered. There is one item for each number, so that nobody buys one that is being bought or given back.
 */

const Orders = entity('numberOrder', {
  fields: z.object({
    didId: z.string(),
    phoneNumber: z.string(),
    /** The provider that it is bought from, or given back to. */
    carrier: z.string(),
    kind: z.enum(['purchase', 'release']),
    status: z.enum(['open', 'done', 'failed']),
    /** Ours, which the carrier keeps with its order. */
    reference: z.string(),
    /** Whether it is the sandbox's: keys that are set meanwhile are another account's. */
    sandbox: z.boolean(),
    label: z.string(),
    poolId: z.string().nullable(),
    monthlyCost: z.number().nullable(),
    currency: z.string().nullable(),
    /** When the carrier was asked last, and may have taken it; null while it surely has not. ISO 8601. */
    askedAt: z.string().nullable(),
    /** How often it was asked. */
    tries: z.number().int(),
    /** Why it failed, or what could not be done beside it. */
    reason: z.string(),
    /** Who works it has it until then; ms since 1970. */
    leaseUntil: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.number().int(),
  }),
  key: { partition: [], sort: ['didId'], casing: 'none' },
  due: true,
});
export type NumberOrder = Stored<typeof Orders>;

export const findOrder = (didId: string): Promise<NumberOrder | undefined> => Orders.find({ didId });
export const everyOrder = (): Promise<NumberOrder[]> => Orders.all('key');

/** An open order is looked at again after so long by the sweeper; ms. */
const againMs = 60_000;

/** The write of an order in place of the one that was read; refused when somebody else was quicker. */
export function orderWrite(before: NumberOrder | undefined, after: NumberOrder): object {
  const version = before?.version ?? 0;
  const open = after.status === 'open';
  const due = open
    ? dueAt('numberOrder', after.didId, Math.max(after.leaseUntil, clock.now() + againMs))
    : {};
  return Orders.put({ ...after, version: version + 1, updatedAt: clock.iso(), ...due }, ifVersion(version));
}
