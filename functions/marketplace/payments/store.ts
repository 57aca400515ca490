import { z } from 'zod';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { payment } from '#shared/model/market-payments.ts';

/** A payment by card, in the buyer's tenant. What it came to stands in the books. */
const Payments = entity('marketPayment', {
  fields: payment.omit({ id: true, checkoutUrl: true }).extend({
    paymentId: z.string(),
    /** The provider's page, and where it is. */
    checkoutId: z.string().nullable(),
    checkoutUrl: z.string().nullable(),
    /** The provider's dispute of it, the last one there was, and since when; null where its holder never disputed it. */
    disputeId: z.string().nullable().default(null),
    disputedAt: z.string().nullable().default(null),
    /** The provider's refunds of it, in the order in which they were told. */
    refunds: z
      .array(
        z.object({
          id: z.string(),
          amountCents: z.number(),
          isFailed: z.boolean(),
          isBooked: z.boolean(),
          /** It is of more than is left, as long as no earlier one is told to have failed. */
          waits: z.boolean().default(false),
        }),
      )
      .default([]),
    /** Whether the stand-in of the local cloud took it. */
    sandbox: z.boolean(),
    version: z.number(),
  }),
  key: { partition: ['paymentId'], sort: [], casing: 'none' },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'paymentId'] },
  },
  due: true,
});
export type StoredPayment = Stored<typeof Payments>;

export const findPayment = (paymentId: string): Promise<StoredPayment | undefined> =>
  Payments.find({ paymentId });

/** The newest of the actor's tenant. */
export async function lastPayments(limit: number): Promise<StoredPayment[]> {
  const { data } = await Payments.query('byTime').go({ order: 'desc', limit });
  return data;
}

/** The write of a new one, refused where it is there. The sweeper looks at it. */
export const insertPayment = (one: StoredPayment): object =>
  Payments.insert({ ...one, ...dueAt('marketPayment', one.paymentId) });

/**
 * Changes a payment by what it is now: `change` answers nothing where nothing follows. It stays due: the sweeper ends that.
 * Answers the payment as it is then; undefined where there is none.
 * @param lookAt when the sweeper is to look at it, ms since 1970, where it may be due no longer
 */
export const changePayment = (
  paymentId: string,
  change: (now: StoredPayment) => Partial<StoredPayment> | undefined,
  lookAt?: number,
): Promise<StoredPayment | undefined> =>
  retryOnConflict(async () => {
    const now = await findPayment(paymentId);
    const some = now && change(now);
    if (!now || !some) return now;
    const version = now.version + 1;
    await writeOne(
      Payments.patch({ paymentId })
        .set({ ...some, version, ...(lookAt === undefined ? {} : dueAt('marketPayment', paymentId, lookAt)) })
        .params(ifVersion(now.version)),
    );
    return { ...now, ...some, version };
  });
