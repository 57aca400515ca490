import { Button, Flex } from '@mantine/core';

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
    <Flex justify="center" {...(small ? { my: 4 } : { mt: 16 })}>
      <Button
        {...(small ? { variant: 'subtle', color: 'gray', size: 'compact-sm' } : { variant: 'default' })}
        loading={of.isFetchingNextPage}
        onClick={() => void of.fetchNextPage()}
      >
        {children}
      </Button>
    </Flex>
  );
}
