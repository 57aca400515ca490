import * as z from 'zod';
import { certificateCounts, certificatePromises, jornayaLeadId, trustedFormUrl } from './certificate.ts';
import { leadAddress, leadLimits, phoneInput } from './lead.ts';

/** Bounds of the lead market. */
export const marketLimits = {
  name: 80,
  title: 120,
  description: 2_000,
  category: 50,
  /** Listings and shops that one seller keeps. */
  listings: 500,
  providers: 20,
  /** Leads on offer in one listing, and in one order. */
  leadCount: 100_000,
  quantity: 1_000,
  /** US cents a lead: a cent to $10,000. */
  minPrice: 1,
  maxPrice: 1_000_000,
  /** US cents of one receipt, payout or order. */
  maxAmount: 100_000_000,
  /** Leads that one call hands over; an order takes as many calls as it needs. */
  leadsAtOnce: 100,
  /** Days after completion in which a buyer may dispute an order; the seller is paid when they are over. */
  disputeDays: 7,
  reason: 500,
  reference: 80,
  maxCommission: 50,
} as const;

/** sending: on its way by a transfer; failed: the money is back among what is available. */
export const payoutStates = ['sending', 'paid', 'failed'] as const;
export type PayoutState = (typeof payoutStates)[number];

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);
const required = (max: number, sentence: string) => text(max).min(1, sentence);

/** US cents. */
export const cents = z.number().int().describe('US cents');

export const providerStatuses = ['active', 'suspended'] as const;
export const listingStatuses = ['draft', 'active', 'paused', 'sold_out', 'archived'] as const;
export type ListingStatus = (typeof listingStatuses)[number];
/**
 * - placing: the buyer's money is being set aside and the leads reserved
 * - pending: the seller has to hand the leads over
 * - fulfilling: some are handed over, or on their way into the buyer's leads
 * - completed: every lead has arrived; the seller is paid when the days for a dispute are over
 * - cancelled: nothing was sold; the money went back
 * - disputed: the operator decides
 * - refunded: the operator gave the money back
 */
export const orderStatuses = [
  'placing',
  'pending',
  'fulfilling',
  'completed',
  'cancelled',
  'disputed',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** How often one lead may be sold: 'exclusive' to one buyer alone, 'shared' to several. */
export const exclusivities = ['exclusive', 'shared'] as const;

/** What buyers can know of a listing's leads before they buy. */
export const sampleFields = [
  'firstName',
  'lastName',
  'company',
  'phone',
  'email',
  'street',
  'city',
  'state',
  'postcode',
] as const;
export type SampleField = (typeof sampleFields)[number];

/** What a seller says of a listing; the form, the store and the calls read it. */
export const listingFields = z.strictObject({
  title: required(marketLimits.title, 'Please enter a title.'),
  description: text(marketLimits.description).default(''),
  category: required(marketLimits.category, 'Please enter a category.'),
  priceCents: z
    .number()
    .int('A price is a whole number of cents.')
    .min(marketLimits.minPrice, 'A lead costs at least one cent.')
    .max(marketLimits.maxPrice, 'A lead costs at most $10,000.')
    .describe('US cents a lead'),
  leadCount: z
    .number()
    .int('A number of leads is a whole number.')
    .min(0, 'A number of leads is 0 or more.')
    .max(marketLimits.leadCount, 'At most 100,000 leads in one listing.')
    .describe('leads on offer that are not sold yet'),
  dailyCap: z
    .number()
    .int('A number of leads is a whole number.')
    .min(1, 'A daily limit is 1 or more; leave it empty for none.')
    .max(marketLimits.leadCount)
    .nullable()
    .default(null)
    .describe("leads sold at most on one day of the seller's time zone; null for no limit"),
  sampleFields: z.array(z.enum(sampleFields)).max(sampleFields.length).default([]),
  exclusivity: z.enum(exclusivities).default('exclusive'),
  certificate: z
    .enum(certificatePromises)
    .default('none')
    .describe('the certificate of consent that every lead comes with'),
});
export type ListingFields = z.output<typeof listingFields>;

export const provider = z.object({
  id: z.string(),
  name: z.string(),
  ownerId: z.string().describe('the vendor whose shop it is'),
  tenantId: z.number().int().nullable().describe('whose it is; null for who neither owns nor runs it'),
  status: z.enum(providerStatuses),
  commissionPercent: z
    .number()
    .int()
    .nullable()
    .describe('of each order to the platform; null for buyers, whom it does not concern'),
  isOwn: z.boolean().describe("of the caller's workspace"),
  version: z.number().int(),
});
export type Provider = z.output<typeof provider>;

/** How good a shop's leads were, from orders whose days for returns are over. */
export const shopQuality = z.object({
  leads: z.number().int().describe('that were delivered'),
  contactRate: z.number().describe('share whom a buyer spoke with, 0 to 1'),
  returnRate: z.number().describe('share that went back, 0 to 1'),
});
export type ShopQuality = z.output<typeof shopQuality>;

/** Fewer leads say nothing of a shop. */
export const fewestForQuality = 10;

export const listing = z.object({
  id: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  ...listingFields.shape,
  currency: z.literal('USD'),
  status: z.enum(listingStatuses),
  isOwn: z.boolean().describe("of the caller's workspace: it cannot be bought there"),
  quality: shopQuality.nullable().describe('of the shop; null while too little is known'),
  soldCount: z.number().int().nullable().describe('leads sold so far; null for who does not sell them'),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
});
export type Listing = z.output<typeof listing>;

export const order = z.object({
  id: z.string(),
  side: z.enum(['buyer', 'seller']).describe('which side the caller is on; the operator sees the seller’s'),
  requestId: z
    .string()
    .describe('of the purchase that it came by, for the buyer; empty where it was bought by itself'),
  listingId: z.string(),
  listingTitle: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  buyerName: z.string().describe("the buyer's workspace"),
  quantity: z.number().int(),
  priceCents: cents.describe('US cents a lead'),
  totalCents: cents.describe('what the buyer pays'),
  commissionCents: cents
    .nullable()
    .describe('of what stays of it, without leads that went back, to the platform; null for the buyer'),
  exclusivity: z.enum(exclusivities),
  sampleFields: z.array(z.enum(sampleFields)).describe('what each lead has to come with'),
  certificate: z
    .enum(certificatePromises)
    .describe('the certificate of consent that each lead has to come with'),
  certificates: certificateCounts.describe('how many certificates of its leads came to what'),
  status: z.enum(orderStatuses),
  delivered: z.number().int().describe("leads that have arrived among the buyer's"),
  known: z
    .number()
    .int()
    .describe('of those that arrived: people whom the buyer had among their leads already'),
  handedOver: z.number().int().describe('leads that the seller has handed over'),
  refusedAsKnown: z
    .number()
    .int()
    .describe('how often a lead was refused, unpaid, as the buyer has the person already'),
  returned: z.number().int().describe('leads that went back one by one, with their money'),
  returnsOpen: z.number().int().describe('returns that are not decided yet'),
  returnable: z.number().int().describe('how many more may be returned one by one now'),
  creditedCents: cents.describe('what the buyer has back for returned leads'),
  reason: z.string().describe('why it was cancelled, disputed or refunded; empty otherwise'),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  disputableUntil: z.string().nullable().describe('until when the buyer may dispute it'),
  paidOutAt: z.string().nullable().describe("when its money became the seller's to be paid out"),
  version: z.number().int(),
});
export type Order = z.output<typeof order>;

/** What a person agreed to, and how that is known; without it a lead cannot be sold. */
export const soldConsent = z.strictObject({
  givenAt: z.iso.datetime('Please give the time in UTC, such as 2026-11-27T15:00:00Z.'),
  text: required(1_000, 'Please give the words that the person agreed to.'),
  sourceUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).default(''),
  trustedFormUrl: trustedFormUrl.optional().describe('of a TrustedForm certificate of this consent'),
  jornayaLeadId: jornayaLeadId.optional().describe('the universal LeadiD of Jornaya of this consent'),
});

/** A lead as a seller hands it over. The buyer's own fields, such as status and owner, are the buyer's to fill. */
export const soldLead = z.strictObject({
  firstName: text(leadLimits.name).default(''),
  lastName: text(leadLimits.name).default(''),
  company: text(leadLimits.name).default(''),
  phone: z.union([z.literal(''), phoneInput]).default(''),
  email: z
    .union([z.literal(''), z.email('Please enter a valid e-mail address.').max(254).toLowerCase()])
    .default('')
    .describe('a lead has it or a phone number'),
  address: leadAddress.default({ street: '', city: '', state: '', postcode: '', country: 'US' }),
  consent: soldConsent,
});
export type SoldLead = z.output<typeof soldLead>;

export const revenuePeriods = ['day', 'week', 'month', 'year'] as const;
export type RevenuePeriod = (typeof revenuePeriods)[number];

export const disputeReasons = {
  disconnected: 'Numbers are disconnected',
  wrong_number: 'Numbers belong to somebody else',
  duplicate: 'Leads we had already',
  out_of_area: 'Leads of another area',
  did_not_request: 'People did not ask for it',
  fake: 'Invented people',
  certificate: 'Certificates of consent that prove nothing',
} as const;
export type DisputeReason = keyof typeof disputeReasons;

/** What moved money, in the order in which it does to an order. */
export const entryKinds = {
  receipt: 'Money paid in',
  chargeback: 'Card payment taken back',
  chargeback_returned: 'Card payment put back',
  card_refund: 'Card payment refunded',
  card_refund_returned: 'Card refund failed',
  purchase: 'Order placed',
  cancellation: 'Order cancelled',
  sale: 'Order completed',
  return: 'Lead returned',
  refund: 'Order refunded',
  release: 'Ready to be paid out',
  payout: 'Paid out',
  payout_returned: 'Payout failed',
} as const;
export type EntryKind = keyof typeof entryKinds;

/** A line of a statement: one movement on one account of the caller's. */
export const statementLine = z.object({
  entryId: z.string(),
  kind: z.enum(Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]),
  account: z
    .enum(['balance', 'reserved', 'held', 'available'])
    .describe(
      "a buyer's balance and what open orders reserve of it; a seller's earnings held, then available",
    ),
  amountCents: cents.describe('US cents; positive where it was added'),
  orderId: z.string().nullable(),
  reference: z.string().describe('of a receipt or a payout, such as a bank transfer’s; empty otherwise'),
  at: z.string(),
});
export type StatementLine = z.output<typeof statementLine>;

export const payout = z.object({
  id: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  amountCents: cents,
  reference: z.string(),
  state: z.enum(payoutStates).describe("'sending': on its way by transfer; 'failed': the money is back"),
  note: z.string().describe('why it failed; empty otherwise'),
  paidAt: z.string().describe('when it was taken from what was available'),
});
export type Payout = z.output<typeof payout>;
