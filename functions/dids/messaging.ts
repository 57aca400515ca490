import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import { didCarrier } from '#shared/model/did.ts';
import type { NumberReputation } from '#shared/model/number-reputation.ts';
import { numberMark } from './marks.ts';
import {
  changedSince,
  type DidRecord,
  didIdOf,
  didRemoval,
  didWrite,
  everyDid,
  findDid,
  isInService,
  messaging as messagingFields,
  newNumberFields,
  thereAlready,
} from './store.ts';

/* The numbers as those see them who send texts: what the providers named. */

type Messaging = NonNullable<DidRecord['messaging']>;
export type TextNumber = Messaging & { numberId: string; number: string; label: string };

/** Whether a write of a number was refused because somebody else was quicker. */
export const isOvertaken = (error: unknown): boolean => error === changedSince || error === thereAlready;

/** The numbers that a provider of texts rents out to the tenant, or did. */
export const textNumbers = (): Promise<TextNumber[]> =>
  readOnce('text numbers', async () =>
    (await everyDid()).flatMap(({ didId, phoneNumber, label, messaging }) =>
      messaging ? [{ ...messaging, numberId: didId, number: phoneNumber, label }] : [],
    ),
  );

const carrierOf = (provider: string) => didCarrier.safeParse(provider).data ?? 'other';

/** A number that nobody has said anything of. */
const blankDid = (phoneNumber: string, now: string) => ({
  didId: didIdOf(phoneNumber),
  phoneNumber,
  ...newNumberFields,
  byHand: false,
  route: null,
  routeBefore: null,
  messaging: null,
  createdAt: now,
  updatedAt: now,
  version: 1,
});

/** What a number costs a month. */
export interface Rent {
  monthlyCost: number | null;
  currency: string | null;
}

/** Takes in what a provider said of numbers; what people said of them stays. @param rent of those that were bought now */
export async function putTextNumbers(
  numbers: readonly Omit<TextNumber, 'numberId'>[],
  rent?: Rent,
): Promise<void> {
  for (const { number, label, ...given } of numbers) {
    // Its other fields, such as an id, are the number's own.
    const messaging = messagingFields.parse(given);
    await retryOnConflict(
      async () => {
        const before = await findDid(didIdOf(number));
        const now = clock.iso();
        const wasReleased = before?.messaging?.isActive === true && !messaging.isActive;
        const after: DidRecord = {
          ...(before ?? blankDid(number, now)),
          label: before?.label || label,
          carrier: carrierOf(messaging.provider),
          messaging,
          ...rent,
          ...(messaging.isActive ? { pendingSince: null, releasedAt: null } : {}),
          ...(wasReleased ? { releasedAt: now } : {}),
          updatedAt: now,
        };
        // One that leads somewhere is the exchange's again, or no longer, which the sweeper tells it.
        const isServiceChanged = before?.route && isInService(before) !== isInService(after);
        if (isServiceChanged) await commit(didWrite(before, after), numberMark(number).writes);
        else await writeOne(didWrite(before, after));
      },
      { isOvertaken },
    );
  }
}

/** The write by which a number is on its way here; refused when it has changed since `before` was read. */
export const pendingWrite = (
  before: DidRecord | undefined,
  { phoneNumber, carrier, label }: { phoneNumber: string; carrier: string; label: string },
): object => {
  const now = clock.iso();
  const did = before ?? blankDid(phoneNumber, now);
  return didWrite(before, {
    ...did,
    label: label || (before?.label ?? ''),
    carrier: before && isInService(before) ? before.carrier : carrierOf(carrier),
    pendingSince: now,
    updatedAt: now,
  });
};

/** A number that was not bought is as it was before, and gone where it was not there. */
export async function dropPending(didId: string): Promise<void> {
  await retryOnConflict(
    async () => {
      const did = await findDid(didId);
      if (!did?.pendingSince) return;
      const isNew = !did.byHand && !did.messaging;
      await writeOne(
        isNew ? didRemoval(did) : didWrite(did, { ...did, pendingSince: null, updatedAt: clock.iso() }),
      );
    },
    { isOvertaken },
  );
}

/** A number that was given back to its carrier: it stays, with its date, and leads nowhere. */
export async function markReleased(didId: string): Promise<void> {
  await retryOnConflict(
    async () => {
      const did = await findDid(didId);
      if (!did || (did.releasedAt && !isInService(did))) return;
      const now = clock.iso();
      const messaging = did.messaging && { ...did.messaging, isActive: false };
      await commit(
        didWrite(did, { ...did, byHand: false, messaging, releasedAt: now, updatedAt: now }),
        // The exchange is told by the sweeper: not everybody who gives a number back may talk to exchanges.
        numberMark(did.phoneNumber).writes,
      );
    },
    { isOvertaken },
  );
}

/** Keeps what a carrier says of how phones label calls from a number. @throws 404 */
export const putReputation = (
  didId: string,
  change: (known: NumberReputation | null) => NumberReputation,
): Promise<DidRecord> =>
  retryOnConflict(
    async () => {
      const before = await findDid(didId);
      if (!before) throw notFound('The number');
      const after = { ...before, reputation: change(before.reputation), updatedAt: clock.iso() };
      await writeOne(didWrite(before, after));
      return { ...after, version: before.version + 1 };
    },
    { isOvertaken },
  );
