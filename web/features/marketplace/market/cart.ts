import { atom, useAtomValue } from 'jotai';
import { z } from 'zod';
import { type Listing, marketLimits, type Order } from '#shared/model/market.ts';
import { session } from '#web/app/session.ts';
import { state } from '#web/app/state.ts';
import { store, stored } from '#web/ui/browser-storage.ts';

/* What an admin has chosen on the market and not bought yet. It is kept in the browser, by who is signed in. */

const cartItem = z.object({
  listingId: z.string(),
  title: z.string(),
  providerName: z.string(),
  quantity: z.number().int().min(1).max(marketLimits.quantity),
  /** US cents a lead, as it was seen: the purchase is refused where it has changed since. */
  priceCents: z.number().int(),
  /** Names the purchase: sent twice it buys once. */
  requestId: z.string(),
});
export type CartItem = z.output<typeof cartItem>;

const userId = () => session.get()?.user.userId ?? '';
const storageKey = () => `db-market-cart-${userId()}`;

/** What was kept; nothing where it cannot be read. */
const read = (): { of: string; items: CartItem[] } => ({
  of: userId(),
  items: z.array(cartItem).safeParse(stored(storageKey())).data ?? [],
});

const cartAtom = atom(read());

function items(): CartItem[] {
  const { of, items: known } = state.get(cartAtom);
  if (of === userId()) return known;
  state.set(cartAtom, read());
  return state.get(cartAtom).items;
}

function keep(next: CartItem[]): void {
  state.set(cartAtom, { of: userId(), items: next });
  store(storageKey(), next);
}

// What is chosen in another tab of the browser.
addEventListener('storage', ({ key }) => {
  if (key === storageKey()) state.set(cartAtom, read());
});

/** Puts leads of a listing into the cart at the price that is seen; those that are there already are replaced. */
export function addToCart({ id, title, providerName, priceCents }: Listing, quantity: number): void {
  const item = { listingId: id, title, providerName, quantity, priceCents, requestId: crypto.randomUUID() };
  keep([...items().filter(({ listingId }) => listingId !== id), item]);
}

/** Changes how many of an item, or its price to the one that holds now: another purchase than before. */
export const changeInCart = (
  listingId: string,
  changes: Partial<Pick<CartItem, 'quantity' | 'priceCents'>>,
): void =>
  keep(
    items().map((item) =>
      item.listingId === listingId ? { ...item, ...changes, requestId: crypto.randomUUID() } : item,
    ),
  );

export const removeFromCart = (listingId: string): void =>
  keep(items().filter((item) => item.listingId !== listingId));

/**
 * Takes out what was bought already: whoever left in the middle of a purchase has its order. One that came to nothing may be
 * bought again, by a press of its own.
 */
export function forgetBought(orders: readonly Pick<Order, 'requestId' | 'status'>[]): void {
  const statusOf = new Map(orders.map(({ requestId, status }) => [requestId, status]));
  const known = items().filter(({ requestId }) => statusOf.has(requestId));
  if (known.length === 0) return;
  keep(
    items().flatMap((item) => {
      const status = statusOf.get(item.requestId);
      if (status === undefined) return item;
      return status === 'cancelled' ? { ...item, requestId: crypto.randomUUID() } : [];
    }),
  );
}

export const totalOfCart = (of: readonly CartItem[]): number =>
  of.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);

export function useCart(): CartItem[] {
  useAtomValue(cartAtom);
  return items();
}
