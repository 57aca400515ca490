import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { capitalized } from '../capitalized.ts';
import { EmptyState } from '../EmptyState.tsx';
import { Toolbar } from '../layout/layout.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { toast } from '../toast.ts';
import type { useResourceAddress } from './address-filters.ts';
import { NoMatch, ResourceTable, type ResourceTableProps } from './ResourceTable.tsx';
import { EditItem, menuColumn, RemoveItem, RowMenu } from './RowMenu.tsx';
import { SearchField } from './SearchField.tsx';
import { useQuestion } from './useQuestion.ts';
import { type Stale, useRefresh } from './useRefresh.ts';

/** What is open beside a list: a row, 'new' for one to be added, nothing. */
export type Opened<Row> = Row | 'new' | undefined;

interface ResourcePageProps<Row extends { id: string }>
  extends Pick<ResourceTableProps<Row>, 'of' | 'columns' | 'rows' | 'more'> {
  /** Of a page of its own. A tab of a page has none: its buttons stand beside the search. */
  title?: string;
  description?: string;
  /** 'group': 'Add group', 'No group matches'. */
  noun: string;
  /** 'transfer groups': 'The transfer groups could not be loaded', 'No transfer groups yet'. */
  plural: string;
  /** The name of the list, where it is not the plural. */
  label?: string;
  address: ReturnType<typeof useResourceAddress>;
  /** Whoever is signed in adds, changes and removes them. */
  mayEdit: boolean;
  /** Somebody who may not change them opens them, too: the form is read then. */
  isReadable?: boolean;
  nameOf: (row: Row) => string;
  /** In sentences, where a name in quotation marks does not do: 'extension 101'. */
  spokenOf?: (row: Row) => string;
  /** Of a row for screen readers, where the name says too little. */
  rowLabel?: (row: Row) => string;
  /** Where the list can be searched. `none`: what is said where nothing matches. */
  search?: { placeholder: string; none: string };
  addLabel?: string;
  /** Buttons before the one that adds. */
  actions?: ReactNode;
  /** Buttons in place of the one that adds. */
  add?: ReactNode;
  /** Items of a row's menu between changing and removing. */
  menu?: (row: Row) => ReactNode;
  /** What stands where there are none: what one is, and why somebody wants it. */
  empty: { icon: ComponentProps<typeof EmptyState>['icon']; title?: string; words: string };
  /** Of a list in pages. */
  pagination?: { pages: number; total: number } | undefined;
  /** `words`: what becomes of what names it. `stale`: what is asked for again, the list's own noun first. */
  remove: {
    work: (row: Row) => Promise<unknown>;
    words: ReactNode | ((row: Row | undefined) => ReactNode);
    stale: readonly Stale[];
  };
  /** The form of the row that is open: `ResourceForm`, or a panel of one's own. */
  children: (thing: Opened<Row>, close: () => void) => ReactNode;
}

/**
 * The screen of a plain noun: its list in each of its states, searched and opened by the address, with what may be
 * done to a row, and the form that adds and changes. docs/adding-a-noun.md has one from its first line to its last.
 */
export function ResourcePage<Row extends { id: string }>(props: ResourcePageProps<Row>) {
  const { title, description, noun, plural, address, mayEdit, isReadable = false, nameOf, rows } = props;
  const { spokenOf = (row: Row) => `“${nameOf(row)}”`, search, empty, remove, pagination } = props;
  const { search: searched, opened, page, open } = address;
  const refresh = useRefresh(...remove.stale);
  const removal = useQuestion<Row>();
  const mayOpen = mayEdit || isReadable;
  const actions = mayEdit && (
    <Group gap={8}>
      {props.actions}
      {props.add ?? (
        <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => open('new')}>
          {props.addLabel ?? `Add ${noun}`}
        </Button>
      )}
    </Group>
  );
  const besideSearch = !title && Boolean(rows?.length || searched) && actions;
  const menu = menuColumn((row: Row) => (
    <RowMenu name={props.spokenOf?.(row) ?? nameOf(row)} width={props.menu && 210}>
      <EditItem onClick={() => open(row.id)} />
      {props.menu?.(row)}
      <RemoveItem onClick={() => removal.ask(row)} />
    </RowMenu>
  ));
  const asked = removal.about;
  return (
    <>
      {title && <PageHeader title={title} description={description} actions={actions} />}
      {(search || besideSearch) && (
        <Toolbar justify={search ? 'space-between' : 'flex-end'}>
          {search && (
            <SearchField
              aria-label={`Search ${plural}`}
              placeholder={search.placeholder}
              value={searched}
              onSearch={address.find}
            />
          )}
          {besideSearch}
        </Toolbar>
      )}
      <ResourceTable
        of={props.of}
        failed={`The ${plural} could not be loaded`}
        label={props.label ?? capitalized(plural)}
        columns={mayEdit ? [...props.columns, menu] : props.columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={props.rowLabel ?? nameOf}
        selectedKey={opened}
        {...(mayOpen && { onOpen: ({ id }: Row) => open(id) })}
        {...(props.more && { more: props.more })}
        {...(pagination && { pagination: { page, ...pagination, onChange: address.turnTo } })}
        empty={
          searched ? (
            <NoMatch title={`No ${noun} matches`} onClear={() => address.find('')}>
              {search?.none}
            </NoMatch>
          ) : (
            <EmptyState icon={empty.icon} title={empty.title ?? `No ${plural} yet`} action={actions}>
              {empty.words}
            </EmptyState>
          )
        }
      />
      {props.children(
        mayOpen ? (opened === 'new' ? 'new' : rows?.find(({ id }) => id === opened)) : undefined,
        () => open(null),
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove ${asked && spokenOf(asked)}?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await remove.work(asked!);
          await refresh();
          toast.success(`${capitalized(spokenOf(asked!))} is removed`);
        }}
      >
        {typeof remove.words === 'function' ? remove.words(asked) : remove.words}
      </ConfirmDialog>
    </>
  );
}
