import { Box } from '@mantine/core';
import { Mark } from '#web/ui/Mark.tsx';
import styles from './WonDeal.module.css';

/** A sales-floor screen at the moment of a closed deal: the picture beside the sign-in. Decoration only. */
export function WonDeal() {
  return (
    <Box w="100%" maw={480} aria-hidden="true">
      <div className={styles.screen}>
        <div className={styles.rings} />
        <div className={styles.bell}>
          <Mark size={72} />
        </div>
        <div className={styles.caption}>
          <Box component="span" className="db-dot" bg="var(--db-live)" />
          Deal closed
        </div>
      </div>
      <div className={styles.stand} />
    </Box>
  );
}
