import { Alert, Box, Button, CloseButton, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Listing, marketLimits } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { centsText, leadsText } from '../shared/words.ts';
import { BalanceAfter } from './BalanceAfter.tsx';
import { type CartItem, changeInCart, forgetBought, removeFromCart, totalOfCart, useCart } from './cart.ts';

interface ItemProps {
  item: CartItem;
  /** As it is on offer now, once that is known. */
  now: Listing | undefined;
  /** Why it was not bought. */
  problem: string | undefined;
}

const isGone = ({ status, leadCount }: Listing): boolean => status !== 'active' || leadCount < 1;

/** Asks of each listing in the cart how it is on offer now, each time that the cart is opened. */
const useListings = (cart: readonly CartItem[], opened: boolean) =>
  useQueries({
    queries: cart.map(({ listingId: id }) => ({
      ...query.marketplace.getListing.queryOptions({ input: { id } }),
      enabled: opened,
      refetchOnMount: 'always' as const,
    })),
  }).map(({ data }) => data);

/** One listing in the cart, at the price that holds now. */
function Item({ item, now, problem }: ItemProps) {
  const { listingId, title, providerName, quantity, priceCents } = item;
  const most = Math.min(marketLimits.quantity, now?.leadCount ?? marketLimits.quantity);
  return (
    <Box component="article" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600} className="db-wrap">
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {providerName} · {centsText(priceCents)} a lead
          </Text>
        </div>
        <CloseButton aria-label={`Remove ${title}`} onClick={() => removeFromCart(listingId)} />
      </Group>
      <Group justify="space-between" mt={6}>
        <NumberInput
          aria-label={`Leads of ${title}`}
          w={110}
          allowDecimal={false}
          allowNegative={false}
          min={1}
          max={Math.max(1, most)}
          value={quantity}
          onChange={(typed) => {
            const wanted = Number(typed);
            if (Number.isInteger(wanted) && wanted >= 1 && wanted <= marketLimits.quantity)
              changeInCart(listingId, { quantity: wanted });
          }}
        />
        <Text fw={600} className="db-figures">
          {centsText(quantity * priceCents)}
        </Text>
      </Group>
      {now && isGone(now) ? (
        <Alert color="amber" mt={8}>
          Nothing of it is on offer now.
        </Alert>
      ) : now && now.priceCents !== priceCents ? (
        <Alert color="amber" mt={8}>
          <Group justify="space-between">
            <span>It costs {centsText(now.priceCents)} a lead now.</span>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => changeInCart(listingId, { priceCents: now.priceCents })}
            >
              Take the new price
            </Button>
          </Group>
        </Alert>
      ) : (
        problem && (
          <Alert color="red" mt={8}>
            {problem}
          </Alert>
        )
      )}
    </Box>
  );
}

/** What was chosen, with its sum, and buying of all of it: each listing is an order of its own. */
export function CartPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cart = useCart();
  const refresh = useRefresh(query.marketplace);
  const [asks, setAsks] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const balance = useQuery(query.marketplace.balance.queryOptions({ input: {}, enabled: opened }));
  const listings = useListings(cart, opened);
  const hasChanged = cart.some(({ priceCents }, at) => {
    const now = listings[at];
    return now !== undefined && (isGone(now) || now.priceCents !== priceCents);
  });
  // Whoever left in the middle of a purchase finds in the cart what is not bought yet.
  useEffect(() => {
    if (opened)
      api.marketplace
        .orders({ side: 'bought', limit: 100 })
        .then(({ orders }) => forgetBought(orders))
        // Bought again, it is the same order.
        .catch(() => undefined);
  }, [opened]);
  const total = totalOfCart(cart);
  const left = balance.data && balance.data.balanceCents - total;
  const buy = async () => {
    const refused: Record<string, string> = {};
    for (const { listingId: id, quantity, priceCents, requestId } of cart)
      try {
        await api.marketplace.purchase({ id, quantity, priceCents, requestId });
        removeFromCart(id);
      } catch (error) {
        refused[id] = messageOf(error);
      }
    setProblems(refused);
    await refresh();
    const count = cart.length - Object.keys(refused).length;
    if (count > 0)
      toast.success(
        count === 1 ? '1 order placed' : `${count} orders placed`,
        'The vendors hand the leads over; they arrive among yours.',
      );
    if (Object.keys(refused).length === 0) onClose();
  };
  return (
    <SidePanel opened={opened} onClose={onClose} title="Cart">
      {cart.length === 0 ? (
        <EmptyState icon={IconShoppingCart} title="The cart is empty">
          Open a listing, say how many leads you want, and add it here.
        </EmptyState>
      ) : (
        <Stack gap="lg">
          {cart.map((item, at) => (
            <Item key={item.listingId} item={item} now={listings[at]} problem={problems[item.listingId]} />
          ))}
          <BalanceAfter total={total} balance={balance} />
          {hasChanged && (
            <Text size="sm" c="dimmed">
              Take the new price of what has changed, or remove it, to buy the rest.
            </Text>
          )}
          <Button
            data-changes
            disabled={hasChanged || left === undefined || left < 0}
            onClick={() => setAsks(true)}
          >
            Buy all for {centsText(total)}
          </Button>
        </Stack>
      )}
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={`Buy ${leadsText(cart.reduce((sum, { quantity }) => sum + quantity, 0))} for ${centsText(total)}?`}
        confirmLabel={`Buy for ${centsText(total)}`}
        onConfirm={buy}
      >
        {cart.length === 1 ? 'It is one order.' : `They are ${cart.length} orders, one of each listing.`} The
        money is set aside of your balance now. What has changed since you looked is not bought, and stays
        here.
      </ConfirmDialog>
    </SidePanel>
  );
}
