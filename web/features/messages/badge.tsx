import { CountBadge } from '#web/ui/CountBadge.tsx';
import { useUnread } from './shared/useInbox.ts';

/** How many texts were not read, beside the area's name in the navigation; nothing while there are none. */
export default function UnreadBadge() {
  return <CountBadge count={useUnread()} of="unread" />;
}
