import { CountBadge } from '#web/ui/CountBadge.tsx';
import { useStats } from './vendor/use-shop.ts';

/** How many orders are to be handed over; nothing for 0. */
export default function OrdersBadge() {
  return <CountBadge count={useStats().data?.pendingOrders ?? 0} of="pending" />;
}
