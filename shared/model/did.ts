import * as z from 'zod';
import { numberReputation } from './number-reputation.ts';
import { idOf, refersTo } from './reference.ts';
import { textRegistration } from './text-registration.ts';

/** Bounds of the tenant's phone numbers. */
export const didLimits = {
  label: 80,
  /** Numbers of a workspace. */
  dids: 2_000,
  /** Of one bulk removal. */
  ids: 200,
  /** Of the text of an uploaded list. */
  fileBytes: 5_000_000,
  fileRows: 10_000,
  /** Of one purchase of many. */
  bought: 50,
} as const;

/** Who rents a number out to the tenant; `other` is a carrier that the product does not speak with. */
export const didCarriers = { telnyx: 'Telnyx', twilio: 'Twilio', other: 'Another carrier' } as const;
export type DidCarrier = keyof typeof didCarriers;
export const didCarrier = z.enum(Object.keys(didCarriers) as [DidCarrier, ...DidCarrier[]]);

/** Those that the product buys numbers from, each by the six calls below its name. */
export type RentingCarrier = Exclude<DidCarrier, 'other'>;
export const rentingCarriers = Object.keys(didCarriers).filter(
  (carrier): carrier is RentingCarrier => carrier !== 'other',
);

/** A number is kept so long after the last call from it, for those who call back; days. */
export const callBackDays = 30;

export const didStatuses = {
  pending: 'Pending',
  active: 'Active',
  resting: 'Resting',
  released: 'Released',
} as const;
export type DidStatus = keyof typeof didStatuses;
export const didStatus = z.enum(Object.keys(didStatuses) as [DidStatus, ...DidStatus[]]);

/** What is known of how people's phones label calls from a number. */
export const spamLabels = {
  none: 'None known',
  suspected: 'Suspected spam',
  flagged: 'Flagged as spam',
} as const;
export type SpamLabel = keyof typeof spamLabels;
const spamLabel = z.enum(Object.keys(spamLabels) as [SpamLabel, ...SpamLabel[]]);

/** Where calls to a number lead. */
const didRoute = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('queue'), queueId: refersTo('queue', idOf('que')) }),
  z.strictObject({ kind: z.literal('extension'), extensionId: refersTo('extension', idOf('ext')) }),
  z.strictObject({ kind: z.literal('plan'), planId: refersTo('dialPlan', idOf('dlp')) }),
]);
export type DidRoute = z.output<typeof didRoute>;

const label = z.string().trim().max(didLimits.label, `At most ${didLimits.label} characters.`);

/** What a person says of a number. */
export const didFields = {
  label,
  carrier: didCarrier,
  route: didRoute.nullable().describe('where calls to it lead; null: callers hear that it is not in service'),
  spamLabel: spamLabel.describe('what somebody found out; pools give no number that is flagged'),
  restsThrough: z.iso
    .date('Please enter a day.')
    .nullable()
    .describe("the last day, of the workspace's time zone, on which pools do not give it; null: none"),
};

/** A phone number of the tenant's: brought by hand, or found with a provider of texts, or both. */
export const did = z.object({
  id: z.string(),
  phoneNumber: z.string().describe('E.164, unique in the workspace'),
  ...didFields,
  carrierId: z.string().nullable().describe("the carrier's own id; null of a number brought by hand"),
  status: didStatus,
  capabilities: z.object({ voice: z.boolean(), sms: z.boolean(), mms: z.boolean() }),
  registration: textRegistration
    .nullable()
    .describe('for 10DLC, as the carrier says; null where it does not, or no 10DLC is about the number'),
  registrationAt: z.string().nullable().describe('when the carrier said so'),
  areaCode: z.string().nullable(),
  state: z.string().nullable().describe('of the area code, where it has but one'),
  timeZone: z.string().nullable().describe('of the area code, where it has but one'),
  routeName: z
    .string()
    .nullable()
    .describe('what the route leads to, as people read it; null where it is gone'),
  spamLabelAt: z.string().nullable().describe('when the spam label was changed last'),
  reputation: numberReputation
    .nullable()
    .describe('how phones label calls from it, as the carrier says; pools give no number of a high risk'),
  poolIds: z.array(z.string()).describe('the pools that have it'),
  callsToday: z.number().int().describe('how often pools gave it today'),
  lastUsedAt: z.string().nullable().describe('when a pool gave it last, within seven days'),
  monthlyCost: z.number().nullable().describe('as it was when it was bought; null where nobody knows'),
  currency: z.string().nullable().describe('of the monthly cost, ISO 4217'),
  releasedAt: z.string().nullable().describe('when it was given back'),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
});
export type Did = z.output<typeof did>;
