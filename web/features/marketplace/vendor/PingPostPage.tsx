import { Anchor, Badge, Button, Collapse, List, Stack, Tabs, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnected, IconTerminal2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Ping } from '#shared/model/market-bids.ts';
import { bidLimits } from '#shared/model/market-bids.ts';
import { query } from '#web/app/api.ts';
import { portal } from '#web/app/navigation.ts';
import { CopyField } from '#web/features/webhooks/CopyField.tsx';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { centsText, pingWords } from '../shared/words.ts';
import { examples } from './ping-example.ts';
import { useShops } from './use-shop.ts';

const bidsText = ({ bids, bestBidCents }: Ping): string =>
  bestBidCents === null
    ? 'No bid'
    : `${bids} ${bids === 1 ? 'bid' : 'bids'}, best ${centsText(bestBidCents)}`;

const attributesText = ({ attributes, exclusive }: Ping): string =>
  [
    exclusive ? 'exclusive' : 'shared',
    ...Object.entries(attributes).map(
      ([name, value]) => `${name}: ${value === true ? 'yes' : value === false ? 'no' : value}`,
    ),
  ].join(' · ');

const Price = ({ ping: { priceCents, orderId } }: { ping: Ping }) =>
  priceCents === null ? (
    <Text size="sm" c="dimmed">
      –
    </Text>
  ) : (
    <>
      <Text size="sm" className="db-figures">
        {centsText(priceCents)}
      </Text>
      {orderId && (
        <Anchor size="xs" component={Link} to={`${portal}/orders?order=${orderId}`}>
          Order
        </Anchor>
      )}
    </>
  );

const columns: Column<Ping>[] = [
  {
    key: 'lead',
    title: 'Lead',
    render: (ping) => (
      <>
        <Text size="sm" fw={550} className="db-wrap">
          {ping.category}, {ping.state} {ping.zip}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2} className="db-wrap">
          {attributesText(ping)}
        </Text>
        <Narrow>
          <RelativeTime at={ping.createdAt} />
        </Narrow>
      </>
    ),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    width: '46%',
    render: (ping) => (
      <>
        <Badge variant="light" tt="none" color={pingWords[ping.outcome].color} miw="max-content">
          {ping.testMode ? 'Test: ' : ''}
          {pingWords[ping.outcome].label}
        </Badge>
        <Text size="xs" c="dimmed" mt={4} className="db-wrap">
          {ping.reason || bidsText(ping)}
        </Text>
        {ping.priceCents !== null && (
          <Narrow>
            <Price ping={ping} />
          </Narrow>
        )}
      </>
    ),
  },
  {
    key: 'price',
    title: 'Price',
    width: 100,
    align: 'end',
    hideBelow: 'sm',
    render: (ping) => <Price ping={ping} />,
  },
  {
    key: 'when',
    title: 'Pinged',
    width: 130,
    align: 'end',
    hideBelow: 'sm',
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** How a vendor's systems sell leads one by one, and what came of it. */
export default function PingPostPage() {
  const shops = useShops().data?.providers ?? [];
  const list = useInfiniteQuery(
    query.marketplace.pings.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 25, cursor }),
      refetchInterval: 15_000,
      ...byCursor,
    }),
  );
  return (
    <>
      <PageHeader
        title="Ping and post"
        documentTitle="Ping and post, vendor portal"
        description="Your systems ask what a lead is worth now, and sell it to the best bid."
      />
      <Stack gap={24}>
        <Surface component="section" aria-label="How it works">
          <HowItWorks providerId={shops[0]?.id ?? 'mpr_…'} />
        </Surface>
        <section aria-label="Last pings">
          <Title order={2} mb={10}>
            Last pings
          </Title>
          <ResourceTable
            of={list}
            failed="The pings could not be loaded"
            label="Pings"
            columns={columns}
            rows={list.data?.pages.flatMap(({ pings }) => pings)}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={IconPlugConnected} title="No pings yet">
                What your systems ask stands here for {bidLimits.pingDays} days, with what came of it.
              </EmptyState>
            }
          />
        </section>
      </Stack>
    </>
  );
}

function HowItWorks({ providerId }: { providerId: string }) {
  const { origin } = window.location;
  const { ping, post } = examples(origin, providerId);
  const [showsExamples, { toggle: toggleExamples }] = useDisclosure(false);
  return (
    <Stack gap="md">
      <List type="ordered" size="sm" spacing={6}>
        <List.Item>
          An admin of your workspace makes an API key that may sell on the market, under Settings, API keys.
        </List.Item>
        <List.Item>
          Ping: say of what category a lead is and where it lives, and nothing of who it is. The answer has up
          to {bidLimits.bids} bids, the best price first. They stand for {bidLimits.bidMinutes} minutes.
        </List.Item>
        <List.Item>
          Post: send the lead with the pingId of the answer. It is sold to the best bid that takes it, and
          arrives at the buyer at once. Sent again, it is sold once and answered the same.
        </List.Item>
      </List>
      <Text size="sm">
        With <code>"mode": "test"</code> the answers are the same, and nothing is reserved or sold. Each call
        is described in <Anchor href="/api/docs">the list of all calls</Anchor>.
      </Text>
      <div>
        <Button
          variant="default"
          leftSection={<IconTerminal2 size={17} />}
          aria-expanded={showsExamples}
          onClick={toggleExamples}
        >
          {showsExamples ? 'Hide the examples' : 'Try it from a terminal'}
        </Button>
        <Collapse expanded={showsExamples}>
          <Tabs defaultValue="ping" color="ink" mt="md">
            <Tabs.List aria-label="Examples">
              <Tabs.Tab value="ping">Ping</Tabs.Tab>
              <Tabs.Tab value="post">Post</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="ping">
              <CopyField block label="Example of a ping" value={ping} />
            </Tabs.Panel>
            <Tabs.Panel value="post">
              <CopyField block label="Example of a post" value={post} />
            </Tabs.Panel>
          </Tabs>
        </Collapse>
      </div>
    </Stack>
  );
}
