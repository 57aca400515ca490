import styles from './shared/shared.module.css';
import { useUnread } from './shared/useInbox.ts';

/** How many texts were not read, beside the area's name in the navigation; nothing while there are none. */
export default function UnreadBadge() {
  const count = useUnread();
  if (!count) return null;
  return (
    <span className={styles.badge} data-badge>
      {count > 99 ? '99+' : count}
      <span className="db-visually-hidden"> unread</span>
    </span>
  );
}
