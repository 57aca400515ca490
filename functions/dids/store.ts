import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened, conflict } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { type DidRoute, didFields } from '#shared/model/did.ts';
import { numberReputation, worstLabel } from '#shared/model/number-reputation.ts';
import { textRegistration } from '#shared/model/text-registration.ts';

/** What a provider of texts says of a number that it rents out to the tenant. */
export const messaging = z.object({
  provider: z.string(),
  providerId: z.string(),
  sandbox: z.boolean(),
  sms: z.boolean(),
  mms: z.boolean(),
  voice: z.boolean(),
  /** False from when the provider does not name it any more. */
  isActive: z.boolean(),
  replies: z.enum(['here', 'elsewhere', 'unknown']),
  syncedAt: z.string(),
  /** For 10DLC, as the provider says; null where it does not, and of numbers that no 10DLC is about. */
  registration: textRegistration.nullable().default(null),
  /** When it said so, ISO 8601; null: it was never asked. */
  registrationAt: z.string().nullable().default(null),
});

/**
 * A phone number of the tenant's, for calls and for texts. Its id follows from the number, so that a number is there
 * once however it came.
 */
const Dids = entity('did', {
  fields: z.object({
    didId: z.string(),
    phoneNumber: z.string(),
    ...didFields,
    // Numbers of before there were labels and rests.
    spamLabel: didFields.spamLabel.default('none'),
    restsThrough: didFields.restsThrough.default(null),
    spamLabelAt: z.string().nullable().default(null),
    /** As its carrier says; null where it does not, or was never asked. */
    reputation: numberReputation.nullable().default(null),
    /** Where it led before it led to a dial plan: calls lead there again while the plan is not deployed. */
    routeBefore: didFields.route.default(null),
    /** Whether somebody said that the tenant has it, whatever a provider says. */
    byHand: z.boolean(),
    messaging: messaging.nullable(),
    /** Since when it is being bought; ISO 8601. */
    pendingSince: z.string().nullable().default(null),
    monthlyCost: z.number().nullable().default(null),
    currency: z.string().nullable().default(null),
    releasedAt: z.string().nullable().default(null),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.number().int(),
  }),
  key: { partition: [], sort: ['didId'], casing: 'none' },
});
export type DidRecord = Stored<typeof Dids>;

/** What nobody has said of a number yet, and no carrier. */
export const newNumberFields = {
  spamLabel: 'none',
  restsThrough: null,
  spamLabelAt: null,
  reputation: null,
  pendingSince: null,
  monthlyCost: null,
  currency: null,
  releasedAt: null,
} as const;

export const didIdOf = (phoneNumber: string): string => deterministicId('did', phoneNumber);

export const changedSince = changedSinceOpened('number');
export const thereAlready = conflict(
  'This number is in the workspace already.',
  { field: 'phoneNumber' },
  'number_taken',
);

export const findDid = (didId: string): Promise<DidRecord | undefined> => Dids.find({ didId });
export const didNumbered = (phoneNumber: string): Promise<DidRecord | undefined> =>
  findDid(didIdOf(phoneNumber));

/** Which of these numbers the tenant has and uses. */
export async function didsThere(didIds: string[]): Promise<string[]> {
  const found = await Dids.findMany(didIds.map((didId) => ({ didId })));
  return found.filter(isInService).map(({ didId }) => didId);
}

/** The numbers in E.164 of those that the tenant has and uses, by id. */
export async function numbersOfDids(didIds: string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Dids.findMany(didIds.map((didId) => ({ didId })));
  return new Map(found.filter(isInService).map(({ didId, phoneNumber }) => [didId, phoneNumber]));
}

/** A number of the tenant's in E.164; undefined when it is not there any more, or given back. */
export async function numberOfDid(didId: string): Promise<string | undefined> {
  const did = await findDid(didId);
  return did && isInService(did) ? did.phoneNumber : undefined;
}

/** Every number of the tenant, in the order of the numbers. */
export async function everyDid(): Promise<DidRecord[]> {
  return (await Dids.all('key')).sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1));
}

type Known = Pick<DidRecord, 'phoneNumber' | 'label' | 'restsThrough'> & {
  isActive: boolean;
  /** The worst that anybody says of it. */
  spamLabel: DidRecord['spamLabel'];
};

/** Every number of the tenant by its id, and whether it is used. */
export async function numbersThere(): Promise<ReadonlyMap<string, Known>> {
  const all = await Dids.all('key');
  return new Map(
    all.map((did) => {
      const { didId, phoneNumber, label, restsThrough } = did;
      return [
        didId,
        { phoneNumber, label, spamLabel: worstLabel(did), restsThrough, isActive: isInService(did) },
      ];
    }),
  );
}

/** The write of a number: new when `before` is undefined, else refused when it has changed since. */
export const didWrite = (before: DidRecord | undefined, after: DidRecord): object =>
  before
    ? Dids.put({ ...after, version: before.version + 1 }, ifVersion(before.version, changedSince))
    : Dids.insert(after, thereAlready);

export const didRemoval = ({ didId, version }: DidRecord): object =>
  Dids.remove({ didId }, ifVersion(version, changedSince));

/** Whether the tenant has the number now: somebody said so, or its provider does. */
export const isInService = ({ byHand, messaging }: DidRecord): boolean =>
  byHand || messaging?.isActive === true;

/** The id of the queue, extension or dial plan that a route leads to. */
export function idOfRoute(route: DidRoute): string {
  switch (route.kind) {
    case 'queue':
      return route.queueId;
    case 'extension':
      return route.extensionId;
    case 'plan':
      return route.planId;
    default:
      return route satisfies never;
  }
}

/** The queue, extension or dial plan that a number leads to. */
export const targetIdOf = ({ route }: DidRecord): string | null => route && idOfRoute(route);

/** The numbers that lead to a queue, an extension or a dial plan, in E.164; also where it is not deployed now. */
export const numbersTo = async (targetId: string): Promise<string[]> =>
  (await everyDid())
    .filter(({ route, routeBefore }) =>
      [route, routeBefore].some((one) => one && idOfRoute(one) === targetId),
    )
    .map(({ phoneNumber }) => phoneNumber);

/** The numbers that lead somewhere, in E.164. */
export const routedNumbers = async (): Promise<string[]> =>
  (await everyDid()).filter(({ route }) => route !== null).map(({ phoneNumber }) => phoneNumber);
