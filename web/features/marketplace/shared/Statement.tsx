import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { entryKinds, type StatementLine } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { download } from '#web/ui/csv.ts';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { useBusy } from '#web/ui/useBusy.ts';
import { accountWords, statementCsv, wholeStatement } from './statement-csv.ts';
import { centsText } from './words.ts';

const columns: Column<StatementLine>[] = [
  {
    key: 'what',
    title: 'What',
    render: ({ kind, reference, orderId, account }) => (
      <>
        <Text size="sm" fw={550}>
          {entryKinds[kind]}
        </Text>
        {(reference || orderId) && (
          <Text size="xs" c="dimmed" className="db-wrap">
            {reference || orderId}
          </Text>
        )}
        <Narrow>{accountWords[account]}</Narrow>
      </>
    ),
  },
  {
    key: 'account',
    title: 'Account',
    width: 110,
    hideBelow: 'sm',
    render: ({ account }) => accountWords[account],
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 120,
    align: 'end',
    render: ({ amountCents }) => (
      <span className="db-figures">
        {amountCents > 0 && '+'}
        {centsText(amountCents)}
      </span>
    ),
  },
  {
    key: 'at',
    title: 'When',
    width: 130,
    align: 'end',
    hideBelow: 'sm',
    render: ({ at }) => <RelativeTime at={at} />,
  },
];

/** Every movement of money, of the workspace as a buyer or of one of its shops, so that each sum can be checked. */
export function Statement({ providerId }: { providerId?: string }) {
  const list = useInfiniteQuery(
    query.marketplace.statement.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 50, cursor, ...(providerId && { providerId }) }),
      ...byCursor,
    }),
  );
  const rows = list.data?.pages.flatMap(({ lines }) => lines);
  const [busy, run] = useBusy();
  const save = async () => {
    const shop = providerId ? { providerId } : {};
    const lines = await wholeStatement((cursor) =>
      api.marketplace.statement({ limit: 100, ...shop, ...(cursor ? { cursor } : {}) }),
    );
    download('statement.csv', statementCsv(lines));
  };
  return (
    <section aria-label="Statement">
      <Group justify="space-between" mb={10}>
        <Title order={2}>Statement</Title>
        {rows && rows.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            loading={busy}
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            onClick={() => void run(save)}
          >
            Download as CSV
          </Button>
        )}
      </Group>
      <ResourceTable
        of={list}
        failed="The statement could not be loaded"
        label="Statement"
        columns={columns}
        rows={rows}
        rowKey={({ entryId, account }) => `${entryId} ${account}`}
        empty={
          <EmptyState icon={IconListDetails} title="Nothing has moved yet">
            Each movement of money stands here, one line for each account that it touches.
          </EmptyState>
        }
      />
    </section>
  );
}
