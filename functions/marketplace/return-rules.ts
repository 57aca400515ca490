import type { SoldOrder, StoredReturn } from './order-store.ts';

/** Whether leads of an order may be returned one by one now: every one has arrived, and the money is not the seller's yet. */
export const isReturnable = ({ status, releasedAt }: Pick<SoldOrder, 'status' | 'releasedAt'>): boolean =>
  status === 'completed' && !releasedAt;

type Counted = Pick<SoldOrder, 'returned' | 'returnsOpen'>;

/** Open returns as they are when they are accepted at an instant, and the order with them. */
export const accepting = (
  { returned, returnsOpen }: Counted,
  returns: readonly StoredReturn[],
  at: string,
) => ({
  sale: { returned: returned + returns.length, returnsOpen: returnsOpen - returns.length },
  returns: returns.map(
    (one, index): StoredReturn => ({ ...one, state: 'accepted', decidedAt: at, place: returned + index }),
  ),
});
