import { Box, Button, Group, Skeleton } from '@mantine/core';
import { IconAddressBook, IconSearch, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { useLeadPages } from './useLeadPages.ts';

interface ListStatesProps {
  pages: ReturnType<typeof useLeadPages>;
  /** What was searched for, or ''. */
  searching: string;
  filtered: boolean;
  deleted: boolean;
  onAdd: () => void;
  onClear: () => void;
  /** The list itself, where there is one. */
  children: ReactNode;
}

/** What stands in the list's place while it loads, when it fails and where it is empty. */
export function ListStates(props: ListStatesProps) {
  const { pages, searching, filtered, deleted, onAdd, onClear, children } = props;
  if (pages.error && !pages.leads)
    return (
      <ErrorState title="The leads could not be loaded" error={pages.error} onRetry={() => pages.refetch()} />
    );
  if (!pages.leads || (pages.leads.length === 0 && pages.hasNextPage))
    return (
      <Box role="status" aria-label="Loading leads" py={8}>
        {Array.from({ length: 12 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
          <Group key={row} gap={20} wrap="nowrap" h={48} px={18}>
            <Skeleton circle h={26} w={26} />
            <Skeleton h={12} w={`${22 - ((row * 7) % 9)}%`} />
            <Skeleton h={12} w="12%" />
            <Skeleton h={12} w={`${14 - ((row * 5) % 7)}%`} />
            <Skeleton h={12} w="18%" />
          </Group>
        ))}
      </Box>
    );
  if (pages.leads.length > 0) return children;
  if (deleted)
    return (
      <EmptyState
        icon={IconTrash}
        title="Nothing has been deleted"
        action={
          <Button variant="default" onClick={onClear}>
            Show all leads
          </Button>
        }
      >
        Deleted leads wait here for 30 days and can be restored.
      </EmptyState>
    );
  if (searching || filtered)
    return (
      <EmptyState
        icon={IconSearch}
        title="No lead matches"
        action={
          <Button variant="default" onClick={onClear}>
            Show all leads
          </Button>
        }
      >
        {searching
          ? `No name, phone or e-mail that you may see has “${searching}”.`
          : 'No lead that you may see passes this filter.'}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconAddressBook}
      title="No leads yet"
      action={
        <>
          <Button data-changes onClick={onAdd}>
            Add lead
          </Button>
          <Button data-changes component={Link} to="/leads/import" variant="default">
            Import a file
          </Button>
        </>
      }
    >
      A lead is a person or company that you may sell to. Add the first one, or bring a file with all of them.
    </EmptyState>
  );
}
