import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPhoneIncoming, IconPlus, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Did, didCarriers, didStatuses } from '#shared/model/did.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { phoneText } from '#web/features/leads/shared/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { EditItem, menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { NumberPanel } from './NumberPanel.tsx';
import { leadsTo } from './route.ts';
import { UploadPanel } from './UploadPanel.tsx';

const numberFilters = { search: field.text(), number: field.panel, page: field.page };
/** What the panel's place in the address says while numbers are added from a file. */
const fromFile = 'file';

function LeadsTo({ number }: { number: Did }) {
  const { text, isWrong } = leadsTo(number);
  return (
    <Text span size="sm" c={isWrong ? 'red' : number.route ? undefined : 'dimmed'}>
      {text}
    </Text>
  );
}

const uses = ({ capabilities: { voice, sms } }: Did) =>
  [voice && 'Calls', sms && 'Texts'].filter(Boolean).join(', ');

const columns: Column<Did>[] = [
  {
    key: 'number',
    title: 'Number',
    render: (one) => (
      <>
        <Text size="sm" fw={550} className="db-figures" truncate>
          {phoneText(one.phoneNumber)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {one.label}
        </Text>
        <Narrow>
          <LeadsTo number={one} />
        </Narrow>
      </>
    ),
  },
  { key: 'route', title: 'Calls lead to', hideBelow: 'sm', render: (one) => <LeadsTo number={one} /> },
  { key: 'uses', title: 'For', width: 120, hideBelow: 'md', render: uses },
  {
    key: 'place',
    title: 'Area',
    width: 110,
    hideBelow: 'md',
    render: ({ areaCode, state }) => [areaCode, state].filter(Boolean).join(' · ') || '–',
  },
  {
    key: 'carrier',
    title: 'Carrier',
    width: 140,
    hideBelow: 'md',
    render: ({ carrier }) => didCarriers[carrier],
  },
  {
    key: 'status',
    title: 'Status',
    width: 110,
    render: ({ status }) => (
      <Badge variant="light" tt="none" color={status === 'active' ? 'green' : 'gray'}>
        {didStatuses[status]}
      </Badge>
    ),
  },
];

/** The workspace's phone numbers, and where calls to them lead. Admins change them. */
export default function NumbersTab() {
  const mayEdit = useMay()('dids.edit');
  const { filters, setFilters, clearFilters } = useAddressFilters(numberFilters);
  const { search, number, page } = filters;
  const client = useQueryClient();
  const removal = useQuestion<Did>();
  const list = useQuery(
    query.dids.list.queryOptions({
      input: { page, ...given({ search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const numbers = list.data?.dids;
  const open = (id: string | null) => setFilters({ number: id });
  const add = mayEdit && (
    <Group gap={8}>
      <Button
        data-changes
        variant="default"
        leftSection={<IconUpload size={17} />}
        onClick={() => open(fromFile)}
      >
        From a file
      </Button>
      <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => open('new')}>
        Add number
      </Button>
    </Group>
  );
  const menu = menuColumn((one: Did) => (
    <RowMenu name={phoneText(one.phoneNumber)}>
      <EditItem onClick={() => open(one.id)} />
      <RemoveItem onClick={() => removal.ask(one)} />
    </RowMenu>
  ));
  return (
    <>
      <Toolbar justify="space-between">
        <SearchField
          aria-label="Search numbers"
          placeholder="Search by number or label"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        {Boolean(numbers?.length || search) && add}
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The numbers could not be loaded"
        label="Numbers"
        columns={mayEdit ? [...columns, menu] : columns}
        rows={numbers}
        rowKey={({ id }) => id}
        rowLabel={({ phoneNumber, label }) => [phoneText(phoneNumber), label].filter(Boolean).join(', ')}
        selectedKey={number}
        {...(mayEdit ? { onOpen: ({ id }: Did) => open(id) } : {})}
        pagination={
          list.data && {
            page,
            pages: list.data.pagination.pages,
            total: list.data.pagination.total,
            onChange: (next) => setFilters({ page: next }),
          }
        }
        empty={
          search ? (
            <NoMatch title="No number matches" onClear={clearFilters}>
              No number has these digits or this label.
            </NoMatch>
          ) : (
            <EmptyState icon={IconPhoneIncoming} title="No numbers yet" action={add}>
              A number that people call, and the queue or extension that it rings.
            </EmptyState>
          )
        }
      />
      <NumberPanel
        number={mayEdit ? (number === 'new' ? 'new' : numbers?.find(({ id }) => id === number)) : undefined}
        onClose={() => open(null)}
      />
      <UploadPanel opened={mayEdit && number === fromFile} onClose={() => open(null)} />
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove ${removal.about && phoneText(removal.about.phoneNumber)}?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await api.dids.remove({ id: removal.about!.id });
          await client.invalidateQueries({ queryKey: query.dids.key() });
          toast.success(`${phoneText(removal.about!.phoneNumber)} is removed`);
        }}
      >
        Calls to it are not taken any more. What was noted of earlier calls stays.
      </ConfirmDialog>
    </>
  );
}
