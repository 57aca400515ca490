import { Flex, Stack } from '@mantine/core';
import styles from './shared.module.css';
import type { JourneySummary } from './types.ts';
import { count, countKinds } from './words.ts';

/** Active, completed, exited and parked of a journey: figures above a bar of their shares. */
export function CountsBar({ counts }: { counts: JourneySummary['counts'] }) {
  // Parked leads are among those that are active.
  const parts = { ...counts, active: counts.active - counts.parked };
  const shown = countKinds.filter(({ key }) => key !== 'parked' || counts.parked > 0);
  return (
    <Stack gap={6} miw={0}>
      <Flex className={`db-figures ${styles.countWords}`} gap="2px 12px" wrap="wrap" c="dimmed" fz={13}>
        {shown.map(({ key, label, color }) => (
          <span key={key}>
            <i style={{ background: color }} aria-hidden="true" />
            <b>{count(counts[key])}</b> {label.toLowerCase()}
          </span>
        ))}
      </Flex>
      <div className={styles.countBar} aria-hidden="true">
        {countKinds
          .filter(({ key }) => parts[key] > 0)
          .map(({ key, color }) => (
            <span key={key} style={{ flexGrow: parts[key], background: color }} />
          ))}
      </div>
    </Stack>
  );
}
