import { Anchor, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { marketLimits, type Payout } from '#shared/model/market.ts';
import type { PayoutAccount } from '#shared/model/market-payments.ts';
import { query } from '#web/app/api.ts';
import { type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { Statement } from '../shared/Statement.tsx';
import { centsText, payoutWords } from '../shared/words.ts';

const columns: Column<Payout>[] = [
  nameColumn(({ reference, providerName, note }) => [reference, note || providerName], { title: 'Payout' }),
  {
    key: 'amount',
    title: 'Amount',
    width: 120,
    align: 'end',
    render: ({ amountCents }) => <span className="db-figures">{centsText(amountCents)}</span>,
  },
  stateColumn(({ state }) => payoutWords[state], { width: 120 }),
  {
    key: 'at',
    title: 'Date',
    width: 140,
    align: 'end',
    hideBelow: 'sm',
    render: ({ paidAt }) => new Date(paidAt).toLocaleDateString('en-US', { dateStyle: 'medium' }),
  },
];

/** What was paid out, what is ready to be, and every movement behind it. */
export default function PayoutsPage() {
  const list = useInfiniteQuery(
    query.marketplace.payouts.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 50, cursor }),
      ...byCursor,
    }),
  );
  const shops = list.data?.pages[0]?.providers;
  const [chosen, setChosen] = useState<string>();
  const shop = shops?.find(({ providerId }) => providerId === chosen) ?? shops?.[0];
  return (
    <>
      <PageHeader
        title="Payouts"
        documentTitle="Payouts, vendor portal"
        description={`What an order earns is held for ${marketLimits.disputeDays} days after its completion, in which the buyer may dispute it; then it is ready to be paid out.`}
      />
      <Stack gap={20}>
        {shops && shops.length > 1 && (
          <SegmentedControl
            aria-label="Shop"
            data={shops.map(({ providerId, providerName }) => ({ value: providerId, label: providerName }))}
            value={shop?.providerId ?? ''}
            onChange={setChosen}
          />
        )}
        {!list.error && !shops && <Skeleton h={92} radius="lg" />}
        {shop && (
          <Surface component="section" aria-label="Balance">
            <FigureList>
              <Definition term="Ready to be paid out">{centsText(shop.availableCents)}</Definition>
              <Definition term="Held for disputes">{centsText(shop.heldCents)}</Definition>
            </FigureList>
            <PayoutWay key={shop.providerId} providerId={shop.providerId} />
          </Surface>
        )}
        <ResourceTable
          of={list}
          failed="The payouts could not be loaded"
          label="Payouts"
          columns={columns}
          rows={list.data?.pages.flatMap(({ payouts }) => payouts)}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={IconCash} title="No payouts yet">
              They stand here once your earnings are paid out.
            </EmptyState>
          }
        />
        {shop && <Statement key={shop.providerId} providerId={shop.providerId} />}
      </Stack>
    </>
  );
}

/** How the shop is paid: by itself to a connected account, or by hand. */
function PayoutWay({ providerId }: { providerId: string }) {
  const { data, error, refetch } = useQuery(
    query.marketplace.payoutAccount.queryOptions({ input: { id: providerId } }),
  );
  if (error && !data)
    return (
      <ErrorState title="How you are paid could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  return (
    <Text size="sm" c="dimmed" mt="sm" mih={22}>
      {data && <PayoutWords account={data} />}
    </Text>
  );
}

function PayoutWords({ account: { state, available, minPayoutCents } }: { account: PayoutAccount }) {
  if (state === 'ready')
    return (
      <>
        Once a day what is ready is sent to your{' '}
        <Anchor component={Link} to="/marketplace/vendor/settings" size="sm">
          payout account
        </Anchor>
        , from {centsText(minPayoutCents)} on.
      </>
    );
  const byHand =
    'Whoever runs this platform pays you by bank transfer, and records it here with its reference.';
  if (!available) return byHand;
  return (
    <>
      {byHand}{' '}
      <Anchor component={Link} to="/marketplace/vendor/settings" size="sm">
        {state === 'none' ? 'Connect an account' : 'See what your account needs'}
      </Anchor>{' '}
      {state === 'none' ? 'to be paid once a day.' : 'to be paid by itself.'}
    </>
  );
}
