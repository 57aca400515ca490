import { Button } from '@mantine/core';
import { IconDownload, IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { auditActionNames, auditActions, auditAreas, auditDays } from '#shared/model/audit.ts';
import { mayDo } from '#web/app/access.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { downloadFrom } from '#web/features/content/data/download.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import {
  byCursor,
  type Filters,
  field,
  given,
  useAddressFilters,
  wholeDays,
} from '#web/ui/resource/address-filters.ts';
import { DayRange, FilterBar, FilterSelect } from '#web/ui/resource/filters.tsx';
import { NoMatch } from '#web/ui/resource/ResourceTable.tsx';
import { EntryList } from './EntryList.tsx';

const pageSize = 50;

const auditFilters = {
  action: field.oneOf(auditActionNames),
  user: field.id,
  from: field.day,
  to: field.day,
};
type AuditFilters = Filters<typeof auditFilters>;

/** What happened in the workspace: who signed in, changed rights, took data out or away. */
export default function AuditPage() {
  const { user } = useSignedIn();
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(auditFilters);
  const { action, user: by } = filters;
  const asked = { ...given({ action, user: by }), ...wholeDays(filters) };
  const log = useInfiniteQuery(
    query.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...asked, limit: pageSize, cursor }),
      ...byCursor,
    }),
  );
  const exporting = useMutation({
    mutationFn: () => downloadFrom(() => api.audit.export(asked)),
  });

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
      <AuditFilterBar filters={filters} onChange={setFilters} />
      <EntryList
        of={log}
        failed="The audit log could not be loaded"
        label="Audit log"
        entries={log.data?.pages.flatMap((page) => page.entries)}
        empty={
          filtered ? (
            <NoMatch title="No entry matches" onClear={clearFilters}>
              Nothing of this sort happened in this time.
            </NoMatch>
          ) : (
            <EmptyState icon={IconListSearch} title="No entries yet">
              They come by themselves, with the next sign-in, export or change of rights.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const actionOptions = auditAreas.map((area) => ({
  group: area,
  items: auditActionNames
    .filter((action) => auditActions[action].area === area)
    .map((action) => ({ value: action, label: auditActions[action].label })),
}));

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const { user } = useSignedIn();
  const { data } = useQuery(
    query.users.list.queryOptions({ input: { limit: 500 }, enabled: mayDo('users.view', user) }),
  );
  return (
    <FilterBar label="Audit log">
      <FilterSelect
        label="What"
        placeholder="Everything"
        searchable
        clearLabel="Every action"
        data={actionOptions}
        value={filters.action}
        onChange={(action) => onChange({ action })}
      />
      {data && (
        <FilterSelect
          label="User"
          placeholder="Everybody"
          searchable
          clearLabel="Every user"
          data={data.users.map(({ id, fullName, username }) => ({ value: id, label: fullName || username }))}
          value={filters.user}
          onChange={(next) => onChange({ user: next })}
        />
      )}
      <DayRange from={filters.from} to={filters.to} onChange={onChange} />
    </FilterBar>
  );
}
