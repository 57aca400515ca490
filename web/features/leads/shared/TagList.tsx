import { Box, Flex } from '@mantine/core';
import styles from './shared.module.css';

/** Tags in a row; where there are more than fit, how many are left. */
export function TagList({ tags, most = 3 }: { tags: readonly string[]; most?: number }) {
  return (
    <Flex component="span" gap={4} miw={0} style={{ overflow: 'hidden' }}>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      {tags.length > most && (
        <Box component="span" c="dimmed" fz="xs" lh={1.7} title={tags.slice(most).join(', ')}>
          +{tags.length - most}
        </Box>
      )}
    </Flex>
  );
}
