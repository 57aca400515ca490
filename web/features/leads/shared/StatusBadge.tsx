import type { LeadStatus } from '#shared/model/lead.ts';
import styles from './shared.module.css';

/** A status as a dot in its colour and its name; the colour alone says nothing. */
export function StatusBadge({ status }: { status: LeadStatus }) {
  return (
    <span className={styles.status}>
      <span className={styles.dot} style={{ background: status.color }} aria-hidden="true" />
      <span className="db-cut">{status.label}</span>
    </span>
  );
}
