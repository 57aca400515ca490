import styles from './CountBadge.module.css';

/** How many of an area wait for somebody, beside its name in the navigation: `<CountBadge count={3} of="unread" />`. Nothing for 0. */
export function CountBadge({ count, of }: { count: number; of: string }) {
  if (!count) return null;
  return (
    <span className={styles.badge} data-badge>
      {count > 99 ? '99+' : count}
      <span className="db-visually-hidden"> {of}</span>
    </span>
  );
}
