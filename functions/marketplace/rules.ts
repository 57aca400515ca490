import type { ListingStatus } from '#shared/model/market.ts';
import { dollars } from '#shared/model/money.ts';

/** Why something cannot be bought: a code for programs and a sentence for people. */
export interface Refusal {
  code: string;
  text: string;
}

/** What a listing has to be for an order of it. */
export interface Offered {
  status: ListingStatus;
  priceCents: number;
  leadCount: number;
  dailyCap: number | null;
  capDay: string;
  capSold: number;
}

const leads = (count: number): string => `${count.toLocaleString('en-US')} lead${count === 1 ? '' : 's'}`;

/** What is left of a listing's daily limit; without one, whatever is there. */
export const leftToday = ({ dailyCap, capDay, capSold, leadCount }: Offered, day: string): number =>
  dailyCap === null ? leadCount : Math.max(0, dailyCap - (capDay === day ? capSold : 0));

export const notForSale: Refusal = {
  code: 'not_for_sale',
  text: 'This listing is not for sale at the moment.',
};

/**
 * Why so many leads cannot be bought at the price that the buyer has seen; undefined when they can.
 * @param day of the seller's time zone
 */
export function refusalOf(
  listing: Offered | undefined,
  mayShopSell: boolean,
  wanted: { quantity: number; priceCents: number },
  day: string,
): Refusal | undefined {
  if (listing?.status === 'sold_out')
    return { code: 'sold_out', text: 'All leads of this listing are sold.' };
  if (listing?.status !== 'active' || !mayShopSell) return notForSale;
  if (listing.priceCents !== wanted.priceCents)
    return {
      code: 'price_changed',
      text: `The price has changed to ${dollars(listing.priceCents / 100)} a lead since you looked. Please look again before you buy.`,
    };
  if (listing.leadCount < wanted.quantity)
    return { code: 'too_few_left', text: `Only ${leads(listing.leadCount)} of this listing can be bought.` };
  const left = leftToday(listing, day);
  if (left < wanted.quantity)
    return {
      code: 'daily_cap',
      text:
        left === 0
          ? 'The seller’s limit for today is reached. It begins again tomorrow.'
          : `The seller’s limit for today leaves ${leads(left)}.`,
    };
  return undefined;
}

/** A listing's status by what is left of it. */
export function statusWith(status: ListingStatus, leadCount: number): ListingStatus {
  if (status === 'active' && leadCount === 0) return 'sold_out';
  return status === 'sold_out' && leadCount > 0 ? 'active' : status;
}

/** A listing after so many leads were sold on a day of the seller's time zone. */
export function afterOrder<T extends Offered & { soldCount: number }>(
  listing: T,
  quantity: number,
  day: string,
): T {
  const leadCount = listing.leadCount - quantity;
  return {
    ...listing,
    leadCount,
    status: statusWith(listing.status, leadCount),
    soldCount: listing.soldCount + quantity,
    capDay: day,
    capSold: (listing.capDay === day ? listing.capSold : 0) + quantity,
  };
}

/** A listing after an order that counted towards `day` came to nothing. */
export function afterCancellation<T extends Offered & { soldCount: number }>(
  listing: T,
  quantity: number,
  day: string,
): T {
  const leadCount = listing.leadCount + quantity;
  return {
    ...listing,
    leadCount,
    status: statusWith(listing.status, leadCount),
    soldCount: listing.soldCount - quantity,
    capSold: listing.capDay === day ? Math.max(0, listing.capSold - quantity) : listing.capSold,
  };
}

/** Why an order is beyond the buyer's balance. */
export const balanceTooLow = (balanceCents: number, totalCents: number): Refusal => ({
  code: 'balance_too_low',
  text: `The order costs ${dollars(totalCents / 100)}, and ${balanceCents < 0 ? `you owe ${dollars(-balanceCents / 100)}` : `your balance is ${dollars(balanceCents / 100)}`}. Pay in under Marketplace, Balance, and order again.`,
});
