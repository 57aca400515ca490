import styles from './chart.module.css';
import { plainNumber } from './parts.tsx';

interface FunnelChartProps {
  label: string;
  /** From the widest on: each is a part of the one before it. */
  steps: readonly { key: string; name: string; value: number }[];
  format?: (value: number) => string;
}

const percent = (part: number, whole: number) => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–');

/** How many are left at each step, and what share of the first that is. */
export function FunnelChart({ label, steps, format = plainNumber }: FunnelChartProps) {
  const first = steps[0]?.value ?? 0;
  return (
    <ol className={styles.funnel} aria-label={label}>
      {steps.map(({ key, name, value }) => (
        <li key={key}>
          <span>{name}</span>
          <i aria-hidden="true">
            <b style={{ inlineSize: first > 0 ? `${Math.min(100, (100 * value) / first)}%` : 0 }} />
          </i>
          <span className="db-figures">
            {format(value)} <small>{percent(value, first)}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}
