import { Button, Select, TextInput } from '@mantine/core';
import { IconDownload, IconListSearch, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { auditActionNames, auditActions, auditAreas, auditDays } from '#shared/model/audit.ts';
import { mayDo } from '#web/app/access.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { downloadFrom } from '#web/features/content/data/download.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { More } from '#web/ui/More.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './audit.module.css';
import { EntryList } from './EntryList.tsx';
import { type AuditFilters, askedFor, useAuditFilters } from './useAuditFilters.ts';

const pageSize = 50;

/** What happened in the workspace: who signed in, changed rights, took data out or away. */
export default function AuditPage() {
  const { user } = useSignedIn();
  const [filters, setFilters] = useAuditFilters();
  const log = useInfiniteQuery(
    query.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...askedFor(filters), limit: pageSize, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
  const exporting = useMutation({
    mutationFn: () => downloadFrom(() => api.audit.export(askedFor(filters))),
  });
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const filtered = Object.values(filters).some(Boolean);

  return (
    <>
      <PageHeader
        title="Audit log"
        description={`Sign-ins, rights, exports, deletions and keys. Entries are kept ${auditDays} days, and nobody can change them.`}
        actions={
          mayDo('audit.export', user) && (
            <Button
              variant="default"
              leftSection={<IconDownload size={17} />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              Export
            </Button>
          )
        }
      />
      <Filters filters={filters} onChange={setFilters} />
      {log.error ? (
        <ErrorState
          title="The audit log could not be loaded"
          error={log.error}
          onRetry={() => log.refetch()}
        />
      ) : (
        <EntryList
          label="Audit log"
          entries={entries}
          empty={
            filtered ? (
              <EmptyState
                icon={IconSearch}
                title="No entry matches"
                action={
                  <Button
                    variant="default"
                    onClick={() =>
                      setFilters({ action: undefined, user: undefined, from: undefined, to: undefined })
                    }
                  >
                    Clear the filters
                  </Button>
                }
              >
                Nothing of this sort happened in this time.
              </EmptyState>
            ) : (
              <EmptyState icon={IconListSearch} title="No entries yet">
                They come by themselves, with the next sign-in, export or change of rights.
              </EmptyState>
            )
          }
        />
      )}
      <More of={log} />
    </>
  );
}

const actionOptions = auditAreas.map((area) => ({
  group: area,
  items: auditActionNames
    .filter((action) => auditActions[action].area === area)
    .map((action) => ({ value: action as string, label: auditActions[action].label })),
}));

interface FiltersProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  const { user } = useSignedIn();
  const { data } = useQuery(
    query.users.list.queryOptions({ input: { limit: 500 }, enabled: mayDo('users.view', user) }),
  );
  return (
    <search className={styles.filters} aria-label="Audit log">
      <Select
        label="What"
        placeholder="Everything"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Every action' }}
        data={actionOptions}
        value={filters.action ?? null}
        onChange={(value) => onChange({ action: auditActionNames.find((action) => action === value) })}
      />
      {data && (
        <Select
          label="User"
          placeholder="Everybody"
          clearable
          searchable
          clearButtonProps={{ 'aria-label': 'Every user' }}
          data={data.users.map(({ id, fullName, username }) => ({ value: id, label: fullName || username }))}
          value={filters.user ?? null}
          onChange={(value) => onChange({ user: value ?? undefined })}
        />
      )}
      <TextInput
        type="date"
        label="From"
        value={filters.from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Until"
        value={filters.to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </search>
  );
}
