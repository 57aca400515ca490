import { Anchor, Text, Title } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Payment } from '#shared/model/market-payments.ts';
import { query } from '#web/app/api.ts';
import { type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { centsText, paymentWords } from '../shared/words.ts';

const columns: Column<Payment>[] = [
  {
    key: 'what',
    title: 'Payment',
    render: ({ amountCents, note, checkoutUrl }) => (
      <>
        <Text size="sm" fw={550} className="db-figures">
          {centsText(amountCents)}
        </Text>
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {checkoutUrl && (
          <Anchor href={checkoutUrl} size="xs">
            Continue to payment
          </Anchor>
        )}
      </>
    ),
  },
  stateColumn(({ status }) => paymentWords[status], { width: 150 }),
  {
    key: 'at',
    title: 'When',
    width: 130,
    align: 'end',
    hideBelow: 'sm',
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** The last payments by card, with what became of each. */
export function Payments() {
  const list = useQuery(query.marketplace.payments.queryOptions({ input: {} }));
  return (
    <section aria-label="Payments by card">
      <Title order={2} mb={10}>
        Payments by card
      </Title>
      <ResourceTable
        of={list}
        failed="The payments could not be loaded"
        label="Payments by card"
        columns={columns}
        rows={list.data?.payments}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconCreditCard} title="No payments yet">
            What you pay in by card stands here, with what became of it.
          </EmptyState>
        }
      />
    </section>
  );
}
