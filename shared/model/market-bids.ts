import * as z from 'zod';
import { isPlace } from './compliance/places.ts';
import { cents, marketLimits, soldLead } from './market.ts';

/** Bounds of standing orders and of ping/post. */
export const bidLimits = {
  /** Standing orders that one workspace keeps. */
  standingOrders: 50,
  filters: 50,
  /** US cents: a cent to $100,000 a day. */
  maxBudget: 10_000_000,
  /** Leads a day of one standing order. */
  maxDailyLeads: 1_000,
  /** Bids that one ping is answered with. */
  bids: 5,
  /** Minutes for which a bid stands, and its part of the day's budget is kept for it. */
  bidMinutes: 5,
  /** Days for which a ping is listed. */
  pingDays: 30,
  attributes: 20,
  attributeName: 40,
  attributeValue: 100,
} as const;

const category = z
  .string()
  .trim()
  .min(1, 'Please enter a category.')
  .max(marketLimits.category, `A category has at most ${marketLimits.category} characters.`);

/** A state, territory or province as the post abbreviates it. */
export const stateCode = z
  .string()
  .trim()
  .toUpperCase()
  .max(2, 'Please give the state by its two letters, such as FL.')
  .refine(isPlace, 'Please give the state by its two letters, such as FL.');

const attributeName = z
  .string()
  .max(bidLimits.attributeName, `An attribute has a name of at most ${bidLimits.attributeName} characters.`)
  .regex(
    /^[A-Za-z]\w*$/,
    'An attribute is named by letters, digits and _, such as homeowner, and begins with a letter.',
  );

/** What an attribute and a value are put together with: 'homeowner=yes'. */
export const requirement = z
  .string()
  .trim()
  .max(
    bidLimits.attributeName + bidLimits.attributeValue + 1,
    'A requirement is too long: give a short name and value.',
  )
  .regex(/^[A-Za-z]\w*=./, 'Please write a requirement as name=value, such as homeowner=yes.');

/** What a buyer's standing order wants; the form, the store and the calls read it. */
export const standingOrderFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(marketLimits.name, `At most ${marketLimits.name} characters.`),
  categories: z
    .array(category)
    .max(bidLimits.filters, `At most ${bidLimits.filters} categories.`)
    .default([])
    .describe('leads of these alone, whatever the letters’ case; none for all'),
  states: z
    .array(stateCode)
    .max(bidLimits.filters, `At most ${bidLimits.filters} states.`)
    .default([])
    .describe(
      'pinged leads of these alone; none for all. Listings name no states and are not bought from then',
    ),
  requirements: z
    .array(requirement)
    .max(bidLimits.attributes, `At most ${bidLimits.attributes} requirements.`)
    .default([])
    .describe(
      'name=value, which a ping has to say of its lead. Listings say none and are not bought from then',
    ),
  exclusivity: z
    .enum(['exclusive', 'any'])
    .default('any')
    .describe("'exclusive': only leads that are sold to nobody else"),
  bidCents: z
    .number()
    .int('A bid is a whole number of cents.')
    .min(marketLimits.minPrice, 'A bid is at least one cent.')
    .max(marketLimits.maxPrice, 'A bid is at most $10,000 a lead.')
    .describe(
      'US cents a lead: what a pinged lead is bought for, and the most that one of a listing may cost',
    ),
  dailyBudgetCents: z
    .number()
    .int('A budget is a whole number of cents.')
    .min(1, 'A budget is at least one cent.')
    .max(bidLimits.maxBudget, 'A budget is at most $100,000 a day.')
    .describe("US cents spent at most on one day of the workspace's time zone"),
  dailyLeadCap: z
    .number()
    .int('A number of leads is a whole number.')
    .min(1, 'Buy at least one lead a day.')
    .max(bidLimits.maxDailyLeads, 'Buy at most 1,000 leads a day.')
    .describe("leads bought at most on one day of the workspace's time zone"),
});
export type StandingOrderFields = z.output<typeof standingOrderFields>;

export const standingOrderStatuses = ['active', 'paused'] as const;
export type StandingOrderStatus = (typeof standingOrderStatuses)[number];

export const standingOrder = z.object({
  id: z.string(),
  ...standingOrderFields.shape,
  status: z.enum(standingOrderStatuses),
  spentTodayCents: cents.describe("of today's budget, by the workspace's time zone"),
  reservedTodayCents: cents.describe("of today's budget for bids and orders that are not decided yet"),
  leadsToday: z.number().int().describe('leads bought today'),
  leadsInAll: z.number().int(),
  spentInAllCents: cents,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
});
export type StandingOrder = z.output<typeof standingOrder>;

const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'A hash is a SHA-256 of 64 hexadecimal digits.');

const mode = z
  .enum(['live', 'test'])
  .default('live')
  .describe("'test': the same answers; nothing is reserved, sold or delivered");

/** Who sends a field that is no part of a ping most likely sends who the person is. */
const noPersonalData = (issue: { code?: string | undefined; keys?: string[] }): string | undefined =>
  issue.code === 'unrecognized_keys'
    ? `A ping takes no field ${(issue.keys ?? []).slice(0, 3).join(', ').slice(0, 120)}. It carries no personal data, only hashes: who the person is comes with the post.`
    : undefined;

const noContact =
  'An attribute holds no e-mail address and no phone number: a ping carries no personal data.';
/** So many digits are no phone number. */
const largest = 999_999_999;

/** Numbers and addresses of persons have no business in an attribute either. */
const attributeValue = z.union([
  z.boolean(),
  z.number().min(-largest, noContact).max(largest, noContact),
  z
    .string()
    .trim()
    .max(bidLimits.attributeValue, `A value has at most ${bidLimits.attributeValue} characters.`)
    .refine((value) => !value.includes('@') && value.replace(/\D/g, '').length < 10, noContact),
]);

export const attributes = z
  .record(attributeName, attributeValue)
  .refine(
    (all) => Object.keys(all).length <= bidLimits.attributes,
    `At most ${bidLimits.attributes} attributes.`,
  );
export type Attributes = z.output<typeof attributes>;

/** What a vendor's system tells of a lead before it says who it is. */
export const pingFields = z.strictObject(
  {
    providerId: z
      .string()
      .max(64)
      .regex(/^mpr_[0-9A-Za-z_-]+$/, 'This is not the id of mpr.')
      .optional()
      .describe('the shop; may be left out where there is one alone'),
    category,
    zip: z
      .string()
      .trim()
      .regex(/^\d{5}$/, 'Please give the ZIP code by its five digits.'),
    state: stateCode,
    exclusive: z.boolean().describe('whether the lead will be sold to one buyer alone'),
    hashes: z
      .strictObject({
        phone: sha256.optional().describe('SHA-256 of the number in E.164, such as +13055550171'),
        email: sha256.optional().describe('SHA-256 of the address in small letters'),
      })
      .default({}),
    attributes: attributes.default({}).describe('what buyers may require, such as homeowner: yes'),
    mode,
  },
  { error: noPersonalData },
);
export type PingFields = z.output<typeof pingFields>;

export const postFields = z.strictObject({
  pingId: z
    .string()
    .max(64)
    .regex(/^mpg_[0-9A-Za-z_-]+$/, 'This is not the id of mpg.'),
  bidId: z
    .string()
    .max(64)
    .regex(/^mbd_[0-9A-Za-z_-]+$/, 'This is not the id of mbd.')
    .optional()
    .describe('the bid to sell to; left out, the best, and the next best where that one is refused'),
  lead: soldLead,
  mode,
});
export type PostFields = z.output<typeof postFields>;

/**
 * - unmatched: no standing order wanted it
 * - open: bids stand, and nothing was posted yet
 * - posted: a lead was posted and is being sold
 * - sold, refused: what came of the post
 * - expired: nothing was posted while the bids stood
 */
export const pingStates = ['unmatched', 'open', 'posted', 'sold', 'refused', 'expired'] as const;
export type PingState = (typeof pingStates)[number];

/** A ping as its vendor sees it. */
export const ping = z.object({
  id: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  category: z.string(),
  zip: z.string(),
  state: z.string(),
  exclusive: z.boolean(),
  attributes,
  testMode: z.boolean(),
  outcome: z.enum(pingStates),
  reason: z.string().describe('why nothing was sold; empty otherwise'),
  bids: z.number().int().describe('how many it was answered with'),
  bestBidCents: cents.nullable(),
  priceCents: cents.nullable().describe('what it was sold for'),
  orderId: z.string().nullable(),
  createdAt: z.string(),
});
export type Ping = z.output<typeof ping>;
