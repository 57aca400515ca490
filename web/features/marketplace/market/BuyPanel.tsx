import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Listing, marketLimits } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  centsText,
  exclusivityWords,
  fieldWords,
  leadsText,
  promiseWords,
  shareText,
} from '../shared/words.ts';
import { BalanceAfter } from './BalanceAfter.tsx';
import { addToCart } from './cart.ts';

interface BuyPanelProps {
  /** Null while none is open. */
  listingId: string | null;
  /** What the list has of it, shown until it was asked for again. */
  known: Listing | undefined;
  onClose: () => void;
}

/** One listing, and buying of it. */
export function BuyPanel({ listingId, known, onClose }: BuyPanelProps) {
  const { data, error, refetch } = useQuery(
    query.marketplace.getListing.queryOptions({
      input: { id: listingId ?? '' },
      enabled: listingId !== null,
      placeholderData: known,
    }),
  );
  return (
    <SidePanel opened={listingId !== null} onClose={onClose} title={data?.title ?? 'Listing'}>
      {error && !data ? (
        <ErrorState title="The listing could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack gap="lg">
          <ListingFacts listing={data} />
          <Purchase key={data.id} listing={data} onClose={onClose} />
        </Stack>
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </SidePanel>
  );
}

function ListingFacts({ listing }: { listing: Listing }) {
  return (
    <>
      {listing.description && (
        <Text size="sm" className="db-wrap" style={{ whiteSpace: 'pre-line' }}>
          {listing.description}
        </Text>
      )}
      <DefinitionList terms={120} divided>
        <Definition term="Shop">{listing.providerName}</Definition>
        <Definition term="Quality" figures>
          {listing.quality
            ? `Buyers spoke with ${shareText(listing.quality.contactRate)} of ${leadsText(listing.quality.leads)} of this shop, and returned ${shareText(listing.quality.returnRate)}`
            : 'Not known yet: too few leads of this shop were sold'}
        </Definition>
        <Definition term="Category">{listing.category}</Definition>
        <Definition term="Price" figures>
          {centsText(listing.priceCents)} a lead
        </Definition>
        <Definition term="On offer" figures>
          {leadsText(listing.leadCount)}
          {listing.dailyCap !== null && `, at most ${listing.dailyCap.toLocaleString('en-US')} a day`}
        </Definition>
        <Definition term="Each lead has">
          {listing.sampleFields.map((field) => fieldWords[field]).join(', ') ||
            'A phone number or an e-mail address'}
        </Definition>
        <Definition term="Who gets a lead">{exclusivityWords[listing.exclusivity]}</Definition>
        {listing.certificate !== 'none' && (
          <Definition term="Certificate">
            {promiseWords[listing.certificate]}, with each lead. It is checked when the lead arrives
          </Definition>
        )}
        <Definition term="Consent">
          Each lead comes with the words that the person agreed to, and when. They hold for calls; you text
          who consents to you
        </Definition>
      </DefinitionList>
    </>
  );
}

function Purchase({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const may = useMay();
  const navigate = useNavigate();
  const refresh = useRefresh(query.marketplace);
  const balance = useQuery(
    query.marketplace.balance.queryOptions({ input: {}, enabled: may('marketplace.buy') }),
  );
  const [typed, setTyped] = useState<number | string>(1);
  const quantity = Number(typed) || 0;
  const [asks, setAsks] = useState(false);
  // A press that is sent twice buys once; another order is another request.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const { id, priceCents, leadCount, status, isOwn } = listing;
  const most = Math.min(marketLimits.quantity, leadCount);
  const total = quantity * priceCents;
  const left = balance.data && balance.data.balanceCents - total;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for has changed
  useEffect(() => setRequestId(crypto.randomUUID()), [quantity, priceCents]);
  if (!may('marketplace.buy')) return <Alert color="gray">An admin of your workspace buys leads.</Alert>;
  if (isOwn)
    return <Alert color="gray">This is a listing of your own workspace. It cannot be bought here.</Alert>;
  if (status !== 'active' || most < 1) return <Alert color="gray">Nothing of it is on offer now.</Alert>;
  const buy = async () => {
    try {
      const order = await api.marketplace.purchase({ id, quantity, priceCents, requestId });
      toast.success(
        `${leadsText(quantity)} ordered`,
        'The vendor hands them over; they arrive among your leads.',
      );
      onClose();
      await navigate(`/marketplace/orders?order=${order.id}`);
    } finally {
      // The price or what is on offer may have changed, which is why it was refused.
      await refresh();
    }
  };
  return (
    <>
      <NumberInput
        label="Leads to buy"
        description={`From 1 to ${most.toLocaleString('en-US')}`}
        allowDecimal={false}
        allowNegative={false}
        min={1}
        max={most}
        clampBehavior="strict"
        value={typed}
        onChange={setTyped}
      />
      <BalanceAfter total={total} balance={balance} />
      <Group grow>
        <Button
          variant="default"
          disabled={quantity < 1 || quantity > most}
          onClick={() => {
            addToCart(listing, quantity);
            toast.success(`${leadsText(quantity)} in the cart`);
            onClose();
          }}
        >
          Add to cart
        </Button>
        <Button
          data-changes
          disabled={quantity < 1 || quantity > most || (left !== undefined && left < 0)}
          onClick={() => setAsks(true)}
        >
          Buy {leadsText(quantity)}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={`Buy ${leadsText(quantity)} for ${centsText(total)}?`}
        confirmLabel={`Buy for ${centsText(total)}`}
        onConfirm={buy}
      >
        {leadsText(quantity)} at {centsText(priceCents)} each of {listing.providerName}. The money is set
        aside of your balance now, and is the vendor’s {marketLimits.disputeDays} days after every lead has
        arrived; until then you may dispute the order.
      </ConfirmDialog>
    </>
  );
}
