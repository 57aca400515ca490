import { Button } from '@mantine/core';
import styles from './More.module.css';

export interface MoreProps {
  /** The list, read page by page. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Inside a panel or a column. */
  small?: boolean;
  children?: string | undefined;
}

/** What stands below a list of which there is more. */
export function More({ of, small = false, children = 'Show more' }: MoreProps) {
  if (!of.hasNextPage) return null;
  return (
    <div className={styles.more} data-small={small || undefined}>
      <Button
        {...(small ? { variant: 'subtle', color: 'gray', size: 'compact-sm' } : { variant: 'default' })}
        loading={of.isFetchingNextPage}
        onClick={() => void of.fetchNextPage()}
      >
        {children}
      </Button>
    </div>
  );
}
