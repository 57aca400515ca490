import { Menu, Progress, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { StandingOrder } from '#shared/model/market-bids.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Column, Narrow, stateColumn } from '#web/ui/DataTable.tsx';
import { useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { titleColumn } from '../shared/title-column.tsx';
import { centsText, leadsText, standingWords } from '../shared/words.ts';
import { StandingOrderForm } from './StandingOrderForm.tsx';

/** 'Solar, Roofing · FL, NY · exclusive'. */
function filtersText({ categories, states, requirements, exclusivity }: StandingOrder): string {
  const parts = [
    categories.join(', ') || 'Any category',
    states.join(', '),
    requirements.join(', '),
    exclusivity === 'exclusive' ? 'exclusive' : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What of a day's budget is spent, as a bar; what open bids hold of it is drawn lighter. */
function Today({ order }: { order: StandingOrder }) {
  const { name, dailyBudgetCents, spentTodayCents, reservedTodayCents, leadsToday, dailyLeadCap } = order;
  const share = (part: number) => (100 * part) / dailyBudgetCents;
  const spent = `${centsText(spentTodayCents)} of ${centsText(dailyBudgetCents)}`;
  const held = reservedTodayCents > 0 ? `, ${centsText(reservedTodayCents)} reserved` : '';
  return (
    <>
      <Text size="sm" className="db-figures">
        {spent}
      </Text>
      <Progress.Root my={4} aria-label={`Spent today by ${name}: ${spent}${held}`} role="img">
        <Progress.Section value={share(spentTodayCents)} color="green" withAria={false} />
        <Progress.Section value={share(reservedTodayCents)} color="gray" withAria={false} />
      </Progress.Root>
      <Text size="xs" c="dimmed" className="db-figures">
        {leadsToday.toLocaleString('en-US')} of {leadsText(dailyLeadCap)}
        {held}
      </Text>
    </>
  );
}

const columns: Column<StandingOrder>[] = [
  titleColumn('Standing order', (order) => ({
    name: order.name,
    below: filtersText(order),
    state: standingWords[order.status],
  })),
  {
    key: 'bid',
    title: 'Bid a lead',
    width: 110,
    align: 'end',
    hideBelow: 'sm',
    render: ({ bidCents }) => <span className="db-figures">{centsText(bidCents)}</span>,
  },
  {
    key: 'today',
    title: 'Spent today',
    width: '36%',
    render: (order) => (
      <>
        <Today order={order} />
        <Narrow>{centsText(order.bidCents)} a lead</Narrow>
      </>
    ),
  },
  {
    key: 'all',
    title: 'In all',
    width: 130,
    align: 'end',
    hideBelow: 'md',
    render: ({ leadsInAll, spentInAllCents }) => (
      <>
        <Text size="sm" className="db-figures">
          {leadsText(leadsInAll)}
        </Text>
        <Text size="xs" c="dimmed" className="db-figures">
          {centsText(spentInAllCents)}
        </Text>
      </>
    ),
  },
  stateColumn(({ status }) => standingWords[status], { width: 110, hideBelow: 'sm' }),
];

const stale = [query.marketplace];

/** What the workspace buys by itself. Admins change them, agents look on. */
export default function StandingOrdersTab() {
  const address = useResourceAddress('standing');
  const mayEdit = useMay()('marketplace.buy');
  const refresh = useRefresh(...stale);
  const [, run] = useBusy();
  const list = useQuery(
    query.marketplace.standingOrders.queryOptions({ input: {}, refetchInterval: 15_000 }),
  );
  const turn = async (order: StandingOrder) => {
    const status = order.status === 'active' ? 'paused' : 'active';
    await api.marketplace.updateStandingOrder({ id: order.id, status, version: order.version });
    await refresh();
    toast.success(`“${order.name}” is ${status === 'active' ? 'active again' : 'paused'}`);
  };
  return (
    <>
      <Text size="sm" c="dimmed" maw={720} mb="md">
        A standing order buys by itself what fits: of listings, within a minute of their being on offer, and
        leads that vendors’ systems offer one by one, at the price of its bid. It never spends more than its
        budget of a day.
      </Text>
      {list.data && list.data.searched !== null && (
        <Text size="sm" c="dimmed" maw={720} mb="md">
          There is more on offer than is looked through: they buy of the newest{' '}
          {list.data.searched.toLocaleString('en-US')} listings.
        </Text>
      )}
      <ResourcePage<StandingOrder>
        noun="standing order"
        plural="standing orders"
        address={address}
        mayEdit={mayEdit}
        of={list}
        rows={list.data?.standingOrders}
        columns={columns}
        nameOf={({ name }) => name}
        empty={{
          icon: IconRepeat,
          words: mayEdit
            ? 'Say what you want and what you pay for it: leads arrive as soon as somebody offers them.'
            : 'An admin says here what is bought by itself, and within which budget of a day.',
        }}
        menu={(order) => (
          <Menu.Item
            data-changes
            leftSection={
              order.status === 'active' ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />
            }
            onClick={() => void run(() => turn(order))}
          >
            {order.status === 'active' ? 'Pause' : 'Resume'}
          </Menu.Item>
        )}
        remove={{
          work: ({ id }) => api.marketplace.removeStandingOrder({ id }),
          words:
            'It buys nothing any more. What it bought stays, and bids that it made stand for five minutes.',
          stale,
        }}
      >
        {(thing, onClose) => (
          <StandingOrderForm
            thing={thing}
            onClose={onClose}
            categories={list.data?.categories ?? []}
            stale={stale}
          />
        )}
      </ResourcePage>
    </>
  );
}
