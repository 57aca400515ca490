import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../DataTable.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { More, type MoreProps } from '../More.tsx';

interface ListQuery {
  error: unknown;
  /** Undefined until a first page is there. */
  data: unknown;
  refetch: () => unknown;
  isPlaceholderData?: boolean;
}

export interface ResourceTableProps<Row> extends Omit<DataTableProps<Row>, 'refreshing'> {
  /** The query that the rows come from; of one that is read page by page the next page is offered below. */
  of: ListQuery | (ListQuery & MoreProps['of']);
  /** What failed where the list cannot be shown: 'The users could not be loaded'. */
  failed: string;
  more?: string;
}

/**
 * A list of a page in each of its states: on its way, failed with a retry, empty, filled. A screen is then
 * `PageHeader`, a `Toolbar` with `SearchField` and `FilterChips` (or a `FilterBar` of labelled fields), this, and a
 * `FormPanel` or another panel for the row that the address names (`useAddressFilters`).
 */
export function ResourceTable<Row>({ of, failed, more, ...table }: ResourceTableProps<Row>) {
  if (of.error && !of.data)
    return <ErrorState title={failed} error={of.error} onRetry={() => void of.refetch()} />;
  return (
    <>
      <DataTable {...table} refreshing={of.isPlaceholderData ?? false} />
      {'hasNextPage' in of && <More of={of}>{more}</More>}
    </>
  );
}

interface NoMatchProps {
  /** 'Nobody matches' */
  title: string;
  children: ReactNode;
  /** Takes the filters away. */
  onClear?: () => void;
  clearLabel?: string;
}

/** What stands in a list of which the filters leave nothing. */
export const NoMatch = ({ title, children, onClear, clearLabel = 'Clear the filters' }: NoMatchProps) => (
  <EmptyState
    icon={IconSearch}
    title={title}
    action={
      onClear && (
        <Button variant="default" onClick={onClear}>
          {clearLabel}
        </Button>
      )
    }
  >
    {children}
  </EmptyState>
);
