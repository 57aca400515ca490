import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import { pushAfterwards } from '#functions/pbx/api.ts';
import { didCarrier } from '#shared/model/did.ts';
import { numberMark } from './marks.ts';
import {
  changedSince,
  type DidRecord,
  didIdOf,
  didRemoval,
  didWrite,
  everyDid,
  findDid,
  neverLabelled,
  thereAlready,
} from './store.ts';

/* The numbers as those see them who send texts: what the providers named. */

type Messaging = NonNullable<DidRecord['messaging']>;
export type TextNumber = Messaging & { numberId: string; number: string; label: string };

const isOvertaken = (error: unknown) => error === changedSince || error === thereAlready;

/** The numbers that a provider of texts rents out to the tenant, or did. */
export const textNumbers = async (): Promise<TextNumber[]> =>
  (await everyDid()).flatMap(({ didId, phoneNumber, label, messaging }) =>
    messaging ? [{ ...messaging, numberId: didId, number: phoneNumber, label }] : [],
  );

/** Takes in what a provider said of numbers; what people said of them stays. */
export async function putTextNumbers(numbers: readonly Omit<TextNumber, 'numberId'>[]): Promise<void> {
  for (const { number, label, ...messaging } of numbers)
    await retryOnConflict(
      async () => {
        const before = await findDid(didIdOf(number));
        const now = clock.iso();
        const blank = {
          didId: didIdOf(number),
          phoneNumber: number,
          ...neverLabelled,
          byHand: false,
          route: null,
          routeBefore: null,
        };
        const carrier = didCarrier.safeParse(messaging.provider).data ?? 'other';
        await writeOne(
          didWrite(before, {
            ...(before ?? { ...blank, createdAt: now, version: 1 }),
            label: before?.label || label,
            carrier,
            messaging,
            updatedAt: now,
          }),
        );
      },
      { isOvertaken },
    );
}

/** Takes out a number that was given back to its provider, unless somebody had brought it by hand before. */
export async function removeTextNumber(didId: string): Promise<void> {
  const gone = await retryOnConflict(
    async () => {
      const did = await findDid(didId);
      if (!did) return undefined;
      const kept = { ...did, carrier: 'other' as const, messaging: null, updatedAt: clock.iso() };
      await commit(did.byHand ? didWrite(did, kept) : didRemoval(did), numberMark(did.phoneNumber).writes);
      return did;
    },
    { isOvertaken },
  );
  if (gone) await pushAfterwards(numberMark(gone.phoneNumber).pushed);
}
