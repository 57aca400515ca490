import { ActionIcon, Box, Button, CloseButton, Group, Menu, TextInput } from '@mantine/core';
import { useCallbackRef, useDebouncedCallback, useHotkeys, useMediaQuery } from '@mantine/hooks';
import {
  IconDots,
  IconDownload,
  IconFilter,
  IconPlus,
  IconSearch,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useIsHeld } from '#web/app/standing/use-standing.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { FilterBar } from './filter/FilterBar.tsx';
import { FilterPanel } from './filter/FilterPanel.tsx';
import { isEverything } from './filter/tree.ts';
import type { LeadChoice } from './shared/lead-choice.ts';
import { useLeadSettings } from './shared/lookups.ts';
import { useLeadActions } from './shared/useLeadActions.ts';
import { BulkBar, leadsText } from './table/BulkBar.tsx';
import type { EditableColumn } from './table/CellEditor.tsx';
import { ColumnsMenu } from './table/ColumnsMenu.tsx';
import { chosenColumns, columnsOf } from './table/column-names.ts';
import { ExportDialog } from './table/ExportDialog.tsx';
import { LeadCards } from './table/LeadCards.tsx';
import type { RowHandlers } from './table/LeadRow.tsx';
import { LeadTable } from './table/LeadTable.tsx';
import { ListStates } from './table/ListStates.tsx';
import { type NotDone, NotDoneDialog } from './table/NotDoneDialog.tsx';
import { QuickAdd } from './table/QuickAdd.tsx';
import tableStyles from './table/table.module.css';
import styles from './table/toolbar.module.css';
import { searchMin, useLeadPages } from './table/useLeadPages.ts';
import { useListState, useViews } from './table/useListState.ts';
import { useRowSelection } from './table/useRowSelection.ts';
import { ViewsMenu } from './table/ViewsMenu.tsx';

const none: never[] = [];

/** Every lead that one may see: find, filter, change in place, work on many at once. */
export function LeadsPage() {
  const { views, ready } = useViews();
  const { state, change, open } = useListState(views);
  const settings = useLeadSettings();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 48em)', window.innerWidth < 768, {
    getInitialValueInEffect: false,
  });
  const [typed, setTyped] = useState(state.search);
  const [filtering, setFiltering] = useState(false);
  const [adding, setAdding] = useState(false);
  const [exporting, setExporting] = useState<LeadChoice | 'list' | null>(null);
  const [notDone, setNotDone] = useState<NotDone | null>(null);
  const [editing, setEditing] = useState<{ id: string; column: EditableColumn } | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const search = useDebouncedCallback((text: string) => change({ search: text }), 250);
  // A view decides what is asked: without it the question would be another one first.
  const pages = useLeadPages(state, ready || !state.view);
  const leads = pages.leads ?? none;
  const selection = useRowSelection(leads);
  const actions = useLeadActions();
  const statistics = useQuery(query.leads.statistics.queryOptions({ input: {}, staleTime: 60_000 }));
  const columns = useMemo(() => chosenColumns(columnsOf(settings), state.columns), [settings, state.columns]);
  const searching = state.search.trim().length >= searchMin;
  const plain = !searching && !state.deleted && isEverything(state.filter);

  const isHeld = useIsHeld();

  useHotkeys([
    ['/', () => searchBox.current?.focus()],
    ['n', () => !isHeld() && setAdding(true)],
  ]);

  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const show = (view: string | null) => {
    setTyped('');
    selection.clear();
    open(view);
  };

  const onOpen = useCallbackRef((id: string) => void navigate(`/leads/${id}`));
  const onSelect = useCallbackRef((index: number, range: boolean) => selection.select(index, range));
  // One object for the life of the page: rows that did not change are not drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls always reads the newest state
  const handlers = useMemo<RowHandlers>(
    () => ({
      open: (lead) => onOpen(lead.id),
      select: (index, range) => onSelect(index, range),
      activate: selection.activate,
      edit(lead, column) {
        if (column && isHeld()) return;
        setEditing(column && { id: lead.id, column });
        if (!column) document.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
      },
      change(lead, part) {
        actions.update(lead, part).catch((error) => {
          toast.error(error, 'The row shows the newest state now; nothing of yours was saved.');
          void actions.reloadLists();
        });
      },
    }),
    [],
  );

  const more = () => {
    if (!pages.isFetchingNextPage && !pages.error) void pages.fetchNextPage();
  };

  return (
    <>
      <PageHeader
        title="Leads"
        description="Everybody you may sell to, and where they stand."
        actions={
          <>
            <Button
              data-changes
              component={Link}
              to="/leads/import"
              variant="default"
              leftSection={<IconUpload size={16} />}
            >
              Import
            </Button>
            <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => setAdding(true)}>
              Add lead
            </Button>
          </>
        }
      />
      {/* In the toolbar's place, so that no row moves away below the pointer that chooses it. */}
      {selection.count > 0 ? (
        <BulkBar
          selection={selection}
          leads={leads}
          deleted={state.deleted}
          filter={searching || state.deleted ? undefined : state.filter}
          hasMore={pages.hasNextPage}
          onExport={setExporting}
          onNotDone={setNotDone}
        />
      ) : (
        <Group gap={8} mb={12}>
          <ViewsMenu views={views} state={state} onOpen={show} />
          <TextInput
            ref={searchBox}
            className={styles.search}
            aria-label="Search leads"
            placeholder="Name, part of a phone, or e-mail"
            leftSection={<IconSearch size={16} />}
            rightSection={
              typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
            }
            maxLength={100}
            disabled={state.deleted}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && type('')}
          />
          <Button
            variant="default"
            leftSection={<IconFilter size={16} />}
            disabled={searching || state.deleted}
            onClick={() => setFiltering(true)}
          >
            Filter
          </Button>
          {!phone && <ColumnsMenu columns={state.columns} onChange={(next) => change({ columns: next })} />}
          <Menu position="bottom-end" width={230}>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label="More for this list">
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                data-changes
                leftSection={<IconDownload size={15} />}
                disabled={searching || state.deleted}
                onClick={() => setExporting('list')}
              >
                Export this list
              </Menu.Item>
              <Menu.Item component={Link} to="/leads/imports" leftSection={<IconUpload size={15} />}>
                Imports and exports
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={15} />}
                onClick={() => {
                  setTyped('');
                  selection.clear();
                  change({ deleted: !state.deleted, view: null, search: '' });
                }}
              >
                {state.deleted ? 'Leave the deleted leads' : 'Deleted leads'}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
      {!searching && !state.deleted && !isEverything(state.filter) && (
        <Box mb={12}>
          <FilterBar
            filter={state.filter}
            onChange={(filter) => change({ filter })}
            onEdit={() => setFiltering(true)}
          />
        </Box>
      )}
      <div className={tableStyles.frame} aria-busy={pages.isPending}>
        <ListStates
          pages={pages}
          searching={searching ? state.search : ''}
          filtered={!isEverything(state.filter)}
          deleted={state.deleted}
          onAdd={() => setAdding(true)}
          onClear={() => show(null)}
        >
          {phone ? (
            <LeadCards
              leads={leads}
              selection={selection}
              hasMore={pages.hasNextPage}
              onMore={more}
              readOnly={state.deleted}
            />
          ) : (
            <LeadTable
              leads={leads}
              columns={columns}
              sort={state.sort}
              onSort={searching || state.deleted ? undefined : (sort) => change({ sort })}
              selection={selection}
              editing={editing}
              handlers={handlers}
              hasMore={pages.hasNextPage}
              onMore={more}
              readOnly={state.deleted}
            />
          )}
          <Group className="db-note db-line-above" justify="space-between" gap="4px 16px" p="7px 16px">
            <span role="status" className="db-figures">
              {plain && statistics.data && !pages.hasNextPage
                ? leadsText(leads.length)
                : plain && statistics.data
                  ? `${leads.length.toLocaleString()} of ${leadsText(statistics.data.total)} loaded`
                  : `${leadsText(leads.length)}${pages.hasNextPage ? ' loaded, more below' : ''}`}
              {pages.isFetchNextPageError && ` · ${messageOf(pages.error)}`}
            </span>
            <span className={styles.hint} aria-hidden="true">
              <span>
                <kbd>↑</kbd> <kbd>↓</kbd> move
              </span>
              <span>
                <kbd>Enter</kbd> open
              </span>
              <span>
                <kbd>Space</kbd> select
              </span>
              <span>
                <kbd>S</kbd> <kbd>O</kbd> <kbd>T</kbd> <kbd>E</kbd> edit
              </span>
              <span>
                <kbd>/</kbd> search
              </span>
              <span>
                <kbd>N</kbd> new
              </span>
            </span>
          </Group>
        </ListStates>
      </div>
      <FilterPanel
        opened={filtering}
        filter={state.filter}
        onClose={() => setFiltering(false)}
        onApply={(filter) => {
          setFiltering(false);
          selection.clear();
          change({ filter });
        }}
      />
      <ExportDialog
        choice={exporting}
        onClose={() => setExporting(null)}
        filter={state.filter}
        sort={state.sort}
      />
      <NotDoneDialog result={notDone} onClose={() => setNotDone(null)} />
      <QuickAdd opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}
