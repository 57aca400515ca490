import { type CertificateCounts, type CertificatePromise, countOf } from '#shared/model/certificate.ts';
import type {
  Listing,
  ListingStatus,
  Order,
  OrderStatus,
  PayoutState,
  Provider,
  SampleField,
} from '#shared/model/market.ts';
import type { PingState, StandingOrderStatus } from '#shared/model/market-bids.ts';
import type { PaymentStatus, PayoutAccountState } from '#shared/model/market-payments.ts';
import type { ReturnState } from '#shared/model/market-returns.ts';
import { centsText } from '#shared/model/money.ts';

export { centsText };

/** '1 lead', '1,200 leads'. */
export const leadsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`;

export const listingWords: Record<ListingStatus, { label: string; color: string }> = {
  draft: { label: 'Draft', color: 'gray' },
  active: { label: 'Active', color: 'green' },
  paused: { label: 'Paused', color: 'amber' },
  sold_out: { label: 'Sold out', color: 'blue' },
  archived: { label: 'Archived', color: 'gray' },
};

export const orderWords: Record<OrderStatus, { label: string; color: string }> = {
  placing: { label: 'Being placed', color: 'gray' },
  pending: { label: 'Pending', color: 'amber' },
  fulfilling: { label: 'Fulfilling', color: 'blue' },
  completed: { label: 'Completed', color: 'green' },
  cancelled: { label: 'Cancelled', color: 'gray' },
  disputed: { label: 'Disputed', color: 'red' },
  refunded: { label: 'Refunded', color: 'gray' },
};

export const fieldWords: Record<SampleField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  phone: 'Phone',
  email: 'E-mail',
  street: 'Street',
  city: 'City',
  state: 'State',
  postcode: 'ZIP code',
};

export const exclusivityWords: Record<Listing['exclusivity'], string> = {
  exclusive: 'Exclusive: each lead is sold to one buyer alone',
  shared: 'Shared: a lead may be sold to several buyers',
};

/** What a listing promises of consent. */
export const promiseWords: Record<CertificatePromise, string> = {
  none: 'None',
  trustedform: 'TrustedForm',
  jornaya: 'Jornaya LeadiD',
  either: 'TrustedForm or Jornaya',
};

const certificatesText = (count: number): string => `certificate${count === 1 ? '' : 's'}`;

/** '3 of 20 certificates did not match', with what is not known yet; null where the leads came with none. */
export function certificateSummary(counts: CertificateCounts): string | null {
  const all = countOf(counts);
  if (all === 0) return null;
  const { checking, valid, mismatch, expired, unchecked } = counts;
  const of = `of ${all.toLocaleString('en-US')} ${certificatesText(all)}`;
  const parts = (
    [
      [mismatch, 'did not match'],
      [expired, 'had expired'],
      [valid, valid === 1 ? 'is valid' : 'are valid'],
      [unchecked, 'could not be checked'],
      [checking, checking === 1 ? 'is being checked' : 'are being checked'],
    ] as const
  ).filter(([count]) => count > 0);
  const [[first, words], ...others] = parts as [(typeof parts)[number], ...typeof parts];
  const rest = others.map(([count, its]) => `, ${count.toLocaleString('en-US')} ${its}`).join('');
  return `${first.toLocaleString('en-US')} ${of} ${words}${rest}`;
}

export const returnWords: Record<ReturnState, { label: string; color: string }> = {
  requested: { label: 'Return requested', color: 'amber' },
  objected: { label: 'The seller objects', color: 'red' },
  accepted: { label: 'Returned', color: 'gray' },
  rejected: { label: 'Not returned', color: 'blue' },
};

export const paymentWords: Record<PaymentStatus, { label: string; color: string }> = {
  opening: { label: 'Being opened', color: 'gray' },
  pending: { label: 'Pending', color: 'amber' },
  declined: { label: 'Card declined', color: 'red' },
  paid: { label: 'Paid', color: 'green' },
  expired: { label: 'Expired', color: 'gray' },
  failed: { label: 'Failed', color: 'red' },
  refused: { label: 'Not booked', color: 'red' },
  refunded: { label: 'Refunded', color: 'gray' },
  disputed: { label: 'Disputed', color: 'red' },
  charged_back: { label: 'Taken back', color: 'red' },
};

export const payoutWords: Record<PayoutState, { label: string; color: string }> = {
  sending: { label: 'On its way', color: 'blue' },
  paid: { label: 'Paid', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
};

export const payoutAccountWords: Record<PayoutAccountState, { label: string; color: string }> = {
  none: { label: 'Not connected', color: 'gray' },
  details: { label: 'More details needed', color: 'amber' },
  restricted: { label: 'Restricted', color: 'red' },
  ready: { label: 'Ready', color: 'green' },
};

/** '32 %' of a share from 0 to 1. */
export const shareText = (share: number): string => `${Math.round(share * 100)} %`;

/** Orders of which the seller still has leads to hand over. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'pending' || status === 'fulfilling';

export const shopWords: Record<Provider['status'], { label: string; color: string }> = {
  active: { label: 'Active', color: 'green' },
  suspended: { label: 'Suspended', color: 'red' },
};

/** 'Nov 3, 2026, 4:05 PM', in the viewer's zone. */
export const momentText = (at: string): string =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export const standingWords: Record<StandingOrderStatus, { label: string; color: string }> = {
  active: { label: 'Active', color: 'green' },
  paused: { label: 'Paused', color: 'amber' },
};

export const pingWords: Record<PingState, { label: string; color: string }> = {
  unmatched: { label: 'Unmatched', color: 'gray' },
  open: { label: 'Matched', color: 'blue' },
  posted: { label: 'Being sold', color: 'blue' },
  sold: { label: 'Sold', color: 'green' },
  refused: { label: 'Refused', color: 'red' },
  expired: { label: 'Ran out', color: 'amber' },
};
