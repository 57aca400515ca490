import { CountBadge } from '#web/ui/CountBadge.tsx';
import { useStats } from './vendor/use-shop.ts';

/** How many listings are active; nothing for 0. */
export default function ListingsBadge() {
  return <CountBadge count={useStats().data?.activeListings ?? 0} of="active" />;
}
