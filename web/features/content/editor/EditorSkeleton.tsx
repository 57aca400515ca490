import { Box, Skeleton, Stack } from '@mantine/core';
import styles from './Editor.module.css';

/** The editor on its way: bars, panel and canvas in their places. */
export function EditorSkeleton() {
  return (
    <div className={styles.editor} role="status" aria-label="Loading the editor">
      <div className={styles.top}>
        <Skeleton h={20} w={180} />
        <Skeleton h={30} w={320} ml="auto" />
      </div>
      <div className={styles.left} data-open>
        <Stack gap={12} w={300} p={16}>
          <Skeleton h={32} />
          <Skeleton h={90} />
          <Skeleton h={90} />
          <Skeleton h={90} />
        </Stack>
      </div>
      <div className={styles.centre}>
        <Box h="100%" p={60} bg="var(--canvas-surround)">
          <Skeleton h="100%" radius="md" />
        </Box>
      </div>
    </div>
  );
}
