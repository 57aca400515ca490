import { Box, Skeleton } from '@mantine/core';
import styles from './flow.module.css';

/** A builder on its way. */
export function FlowSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.builder} role="status" aria-label={label}>
      <div className={styles.top}>
        <Skeleton h={28} w={36} />
        <Skeleton h={20} w={220} />
      </div>
      <div className={styles.body}>
        <div className={styles.left}>
          <Skeleton h={32} m={12} w="auto" />
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} h={36} mx={12} mb={8} w="auto" />
          ))}
        </div>
        <Box pos="relative" miw={0} mih={0}>
          <Skeleton h={78} w={248} mx="auto" mt={60} radius="lg" />
          <Skeleton h={78} w={248} mx="auto" mt={64} radius="lg" />
        </Box>
      </div>
    </div>
  );
}
