import { z } from 'zod';
import {
  did,
  didCarriers,
  didFields,
  didLimits,
  didStatus,
  type RentingCarrier,
  rentingCarriers,
} from '../model/did.ts';
import { remedyPurpose } from '../model/number-reputation.ts';
import { id, outcome, pageInfo, route } from './contract.ts';

const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{7,14}$/, 'Please give the number in its international form.');
const money = z.number().nullable().describe('null where the carrier does not say');

/** A number that a carrier would sell. */
const offeredNumber = z.object({
  phoneNumber: z.string(),
  friendlyName: z.string(),
  locality: z.string(),
  region: z.string(),
  capabilities: z.object({ voice: z.boolean(), sms: z.boolean(), mms: z.boolean() }),
  monthlyCost: money,
  setupCost: money,
  currency: z.string().nullable(),
});
export type OfferedNumber = z.output<typeof offeredNumber>;

const bulkOutcome = z.enum(['bought', 'pending', 'skipped', 'failed']);
const boughtNumber = outcome.extend({
  phoneNumber: z.string(),
  outcome: bulkOutcome.describe('skipped: the workspace has it, or it is named twice'),
  did: did.nullable(),
});

/** A purchase or a return that is open, or failed within a day. */
const numberOrder = z.object({
  id: z.string().describe('of the number'),
  phoneNumber: z.string(),
  kind: z.enum(['purchase', 'release']),
  status: z.enum(['open', 'failed']),
  reason: z.string(),
  updatedAt: z.string(),
});
export type NumberOrder = z.output<typeof numberOrder>;

/** The six calls of a carrier. */
function callsOf(carrier: RentingCarrier) {
  const label = didCarriers[carrier];
  return {
    search: route(
      'GET',
      `/${carrier}-dids/search`,
      'dids.buy',
      `Numbers that ${label} would sell, with prices`,
    )
      .input(
        z.strictObject({
          areaCode: z
            .string()
            .regex(/^[2-9]\d{2}$/, 'An area code has three digits.')
            .optional(),
          contains: z
            .string()
            .regex(/^\d{2,10}$/, 'Please give two to ten digits.')
            .optional(),
          locality: z.string().trim().min(1).max(80).optional(),
          state: z
            .string()
            .regex(/^[A-Z]{2}$/, 'Please give the two letters of a state.')
            .optional(),
          type: z.enum(['local', 'tollFree']).default('local'),
          features: z
            .string()
            .regex(/^(sms|mms|voice)(,(sms|mms|voice)){0,2}$/, 'Features are sms, mms and voice.')
            .optional()
            .describe('those that it must have, with commas between them'),
          limit: z.coerce.number().int().min(1).max(50).default(20),
        }),
      )
      .output(z.object({ numbers: z.array(offeredNumber), sandbox: z.boolean() })),
    purchase: route(
      'POST',
      `/${carrier}-dids/purchase`,
      'dids.buy',
      `Buy a number from ${label}; 202 while its order is pending, 200 for one that the workspace has`,
      { status: 201 },
    )
      .input(
        z.strictObject({
          phoneNumber,
          label: didFields.label.optional(),
          poolId: id('pol').optional().describe('the pool that it is put into'),
        }),
      )
      .output(did),
    bulkPurchase: route(
      'POST',
      `/${carrier}-dids/bulk-purchase`,
      'dids.buy',
      `Buy several numbers from ${label}, with a result each; 202 while one is pending`,
    )
      .input(
        z.strictObject({
          phoneNumbers: z
            .array(phoneNumber)
            .min(1, 'Please choose numbers.')
            .max(didLimits.bought, `At most ${didLimits.bought} numbers at once.`),
          poolId: id('pol').optional().describe('the pool that they are put into'),
        }),
      )
      .output(
        z.object({
          summary: z.object({
            successful: z.number().int(),
            failed: z.number().int(),
            skipped: z.number().int(),
            pending: z.number().int().describe('ordered, and bought in the background'),
          }),
          results: z.array(boughtNumber),
        }),
      ),
    purchased: route(
      'GET',
      `/${carrier}-dids/purchased`,
      'dids.buy',
      `Numbers rented from ${label}, and what is open`,
    )
      .input(
        z.strictObject({
          page: z.coerce.number().int().min(1).default(1),
          limit: z.coerce.number().int().min(1).max(200).default(50),
          status: didStatus.optional(),
        }),
      )
      .output(z.object({ numbers: z.array(did), orders: z.array(numberOrder), pagination: pageInfo })),
    sync: route(
      'POST',
      `/${carrier}-dids/sync`,
      'dids.buy',
      `Take in what ${label} says of the account's numbers`,
    )
      .input(z.strictObject({}))
      .output(
        z.object({
          added: z.number().int(),
          removed: z.number().int(),
          numbers: z.array(did),
          trouble: z.array(z.string()),
        }),
      ),
    release: route(
      'DELETE',
      `/${carrier}-dids/{id}`,
      'dids.buy',
      `Give a number back to ${label}; it stays as released. 202 while ${label} cannot be reached`,
    )
      .input(
        z.strictObject({
          id: id('did'),
          confirm: z
            .union([z.boolean(), z.stringbool()])
            .default(false)
            .describe('although people may still call back'),
        }),
      )
      .output(did),
  };
}

type Calls = ReturnType<typeof callsOf>;
type Name = Extract<keyof Calls, string>;
type FlatName = `${RentingCarrier}${Capitalize<Name>}`;
/** `telnyxSearch`: a noun's calls have one level of names. */
type Flat = {
  [K in FlatName]: K extends `${RentingCarrier}${infer N}` ? Calls[Extract<Uncapitalize<N>, Name>] : never;
};

/** The name of a carrier's call in the contract. */
export const carrierCall = (carrier: RentingCarrier, name: string): string =>
  `${carrier}${name[0]!.toUpperCase()}${name.slice(1)}`;

/** Of numbers that Telnyx rents out: it alone watches how phones label them. */
const reputationCalls = {
  telnyxRemedy: route(
    'POST',
    '/telnyx-dids/{id}/remediation',
    'dids.buy',
    'Have the networks that label calls look at a number again, which Telnyx bills; asked once for each call',
  )
    .input(z.strictObject({ id: id('did'), purpose: remedyPurpose }))
    .output(did),
};

/** Buying, syncing and releasing numbers: each carrier has the same calls. */
export const carrierDids = {
  ...(Object.fromEntries(
    rentingCarriers.flatMap((carrier) =>
      Object.entries(callsOf(carrier)).map(([name, call]) => [carrierCall(carrier, name), call]),
    ),
  ) as unknown as Flat),
  ...reputationCalls,
};

/** The calls of one carrier: of the contract, of its implementer, or of a client. */
export function callsOfCarrier<F extends Record<FlatName, unknown>, C extends RentingCarrier>(
  flat: F,
  carrier: C,
) {
  return {
    search: flat[`${carrier}Search` as const],
    purchase: flat[`${carrier}Purchase` as const],
    bulkPurchase: flat[`${carrier}BulkPurchase` as const],
    purchased: flat[`${carrier}Purchased` as const],
    sync: flat[`${carrier}Sync` as const],
    release: flat[`${carrier}Release` as const],
  };
}
