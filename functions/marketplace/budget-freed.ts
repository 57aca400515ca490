import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { withDecision } from './budget.ts';
import type { StoredPurchase } from './order-store.ts';
import { wakeWrite } from './standing-store.ts';

/*
 * What a standing order bought and has the money back for counts no longer: its part of the day's budget is free again, on that
 * day, and what was spent in all is less by it. Each part is freed once: by an item that is written in the counter's transaction.
 * It may come before the purchase itself is counted, where a worker was killed in between: the two add up all the same.
 */
const Freed = entity('marketBudgetFreed', {
  fields: z.object({
    standingOrderId: z.string(),
    orderId: z.string(),
    /** The hand-over that went back; 'rest' of what the whole order's cancellation or refund gave back. */
    part: z.string(),
    leads: z.number(),
  }),
  key: { partition: ['standingOrderId'], sort: ['orderId', 'part'], casing: 'none' },
});

const findFreed = ({ standingOrderId, orderId, part }: Omit<Stored<typeof Freed>, 'leads'>) =>
  Freed.find({ standingOrderId, orderId, part });

/** Frees a part of what was spent for an order, once, as the buyer's tenant. */
async function free(purchase: StoredPurchase, part: string, leads: number): Promise<void> {
  const { orderId, priceCents, standing } = purchase;
  if (!standing || leads < 1) return;
  const { standingOrderId, day } = standing;
  const freed = { standingOrderId, orderId, part, leads };
  if (await findFreed(freed)) return;
  const held = { standingOrderId, day, cents: leads * priceCents, leads };
  const isFreed = await withDecision(held, Freed.insert(freed), { end: 'unspend' });
  // It may buy of others with what it has again.
  if (isFreed) await accepted(writeOne(wakeWrite(standingOrderId, clock.now())));
}

/**
 * Whether the whole of an order gave its money back after a standing order had spent it. Of what was refused as it was
 * placed, and of a pinged lead that was not taken, the part of the budget was never spent.
 */
const isGivenBack = ({ status, refusal, pingId }: StoredPurchase): boolean =>
  status === 'refunded' || (status === 'cancelled' && refusal === '' && pingId === '');

/** Frees what a standing order has back of an order, as the buyer's tenant. It bears being done twice and at once. */
export async function freeBudget(purchase: StoredPurchase, handoverIds: readonly string[]): Promise<void> {
  if (!purchase.standing) return;
  for (const handoverId of handoverIds) await free(purchase, handoverId, 1);
  if (isGivenBack(purchase)) await free(purchase, 'rest', purchase.quantity - purchase.returned);
}
