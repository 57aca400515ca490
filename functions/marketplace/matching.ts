import { type Listing, marketLimits } from '#shared/model/market.ts';
import type { Attributes } from '#shared/model/market-bids.ts';

/* What a standing order buys: rules without storage. */

/** What a standing order wants. */
export interface Wanted {
  categories: readonly string[];
  states: readonly string[];
  /** 'homeowner=yes' */
  requirements: readonly string[];
  exclusivity: 'exclusive' | 'any';
  /** US cents a lead. */
  bidCents: number;
}

/** What a ping tells of its lead. */
export interface Pinged {
  category: string;
  state: string;
  exclusive: boolean;
  attributes: Attributes;
}

const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const wantsCategory = ({ categories }: Wanted, category: string): boolean =>
  categories.length === 0 || categories.some((one) => sameText(one, category));

/** What people write for a boolean. */
const spoken = (value: string | number | boolean): string[] =>
  value === true ? ['yes', 'true'] : value === false ? ['no', 'false'] : [String(value)];

/** Whether attributes say what a requirement, `name=value`, asks for. */
function says(attributes: Attributes, requirement: string): boolean {
  const at = requirement.indexOf('=');
  const name = requirement.slice(0, at);
  const entry = Object.entries(attributes).find(([key]) => sameText(key, name));
  return entry !== undefined && spoken(entry[1]).some((value) => sameText(value, requirement.slice(at + 1)));
}

/** Whether a standing order bids for a pinged lead. */
export const wantsPinged = (wanted: Wanted, pinged: Pinged): boolean =>
  wantsCategory(wanted, pinged.category) &&
  (wanted.states.length === 0 || wanted.states.includes(pinged.state)) &&
  (wanted.exclusivity === 'any' || pinged.exclusive) &&
  wanted.requirements.every((requirement) => says(pinged.attributes, requirement));

/**
 * Whether a standing order buys of a listing. A listing says neither where its leads live nor any attribute, so who asks
 * for those is not sold what may be anything.
 */
export const wantsListing = (
  wanted: Wanted,
  listing: Pick<Listing, 'category' | 'exclusivity' | 'priceCents'>,
): boolean =>
  wantsCategory(wanted, listing.category) &&
  wanted.states.length === 0 &&
  wanted.requirements.length === 0 &&
  (wanted.exclusivity === 'any' || listing.exclusivity === 'exclusive') &&
  listing.priceCents <= wanted.bidCents;

/**
 * How many leads of a listing are bought: what is on offer, as far as the day's budget and cap go.
 * @param onOffer leads of it that can be bought today
 * @param left US cents and leads of the day
 */
export const quantityOf = (
  onOffer: number,
  priceCents: number,
  left: { cents: number; leads: number },
): number =>
  Math.max(0, Math.min(onOffer, left.leads, Math.floor(left.cents / priceCents), marketLimits.quantity));
