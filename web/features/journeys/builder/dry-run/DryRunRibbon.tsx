import { Box } from '@mantine/core';
import { Bubble } from './Bubble.tsx';
import styles from './dry-run.module.css';
import { Transport } from './Transport.tsx';
import type { DryRun } from './useDryRun.ts';

/** Over the canvas: the message that would be sent now, and the player. */
export function DryRunRibbon({ dryRun }: { dryRun: DryRun }) {
  const { plan, current, opened } = dryRun;
  if (!opened || !plan) return null;
  return (
    <div className={styles.ribbon}>
      <Box className={styles.said} maw="min(440px, 100%)" role="status">
        {current ? (
          <div key={`${current.stepId} ${current.at}`} className={styles.saying}>
            <Bubble step={current} />
            <span className={styles.doing} dir="auto">
              {current.text}
              {current.note && (
                <Box component="em" opacity={0.85}>
                  {' '}
                  {current.note}
                </Box>
              )}
            </span>
          </div>
        ) : (
          <div className={styles.saying}>
            <span className={styles.doing}>{plan.end}</span>
          </div>
        )}
      </Box>
      <Transport dryRun={dryRun} />
    </div>
  );
}
