import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { accepted, commit, connection, keys, model } from '#functions/kernel/table.ts';

/** A user's second factor; `pending` until a first code has shown that the app has the secret. */
const SecondFactors = new Entity(
  {
    model: model('secondFactor'),
    attributes: {
      tenantId: { type: 'number', required: true },
      userId: { type: 'string', required: true },
      state: { type: ['pending', 'on'] as const, required: true },
      /** Sealed with the tenant's key. */
      secret: { type: 'string', required: true },
      /** The step of the last code taken, so that none is taken twice. */
      lastStep: { type: 'number', required: true },
      /** Hashes of the recovery codes that are left. */
      codes: { type: 'set', items: 'string' },
      since: { type: 'string' },
    },
    indexes: {
      ofUser: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'userId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

export type SecondFactor = EntityItem<typeof SecondFactors>;

const key = (userId: string) => ({ tenantId: tenantOf(), userId });

export async function findSecondFactor(userId: string): Promise<SecondFactor | undefined> {
  const { data } = await SecondFactors.get(key(userId)).go({ consistent: true });
  return data ?? undefined;
}

/** Keeps a new secret that is not in force yet. False when a second factor is on. */
export const keepPending = (userId: string, secret: string): Promise<boolean> =>
  accepted(
    commit(
      SecondFactors.put({ ...key(userId), state: 'pending', secret, lastStep: 0 })
        .where(({ state }, { eq, notExists }) => `${notExists(state)} OR ${eq(state, 'pending')}`)
        .params(),
    ),
  );

/** The write that turns a pending second factor on, if its secret is still the one that was confirmed. */
export const turningOn = (
  { userId, secret }: SecondFactor,
  { step, codes, at }: { step: number; codes: string[]; at: string },
): object =>
  SecondFactors.patch(key(userId))
    .set({ state: 'on', lastStep: step, codes, since: at })
    .where((item, { eq }) => `${eq(item.secret, secret)} AND ${eq(item.state, 'pending')}`)
    .params();

/** Takes the code of a step; false when one of this step or a later one has been taken. */
export const takeStep = (userId: string, step: number): Promise<boolean> =>
  accepted(
    commit(
      SecondFactors.patch(key(userId))
        .set({ lastStep: step })
        .where(({ lastStep, state }, { lt, eq }) => `${lt(lastStep, step)} AND ${eq(state, 'on')}`)
        .params(),
    ),
  );

/** Takes a recovery code away; false when it is none of those that are left. */
export const takeRecoveryCode = (userId: string, hash: string): Promise<boolean> =>
  accepted(
    commit(
      SecondFactors.patch(key(userId))
        .delete({ codes: [hash] })
        .where(({ codes, state }, { contains, eq }) => `${contains(codes, hash)} AND ${eq(state, 'on')}`)
        .params(),
    ),
  );

/** The write that puts new recovery codes in the place of the old. */
export const replacingCodes = (userId: string, codes: string[]): object =>
  SecondFactors.patch(key(userId))
    .set({ codes })
    .where(({ state }, { eq }) => eq(state, 'on'))
    .params();

/** The write that turns a second factor off. */
/** Whether sign-in asks the user for a code. */
export const hasSecondFactor = async (userId: string): Promise<boolean> =>
  (await findSecondFactor(userId))?.state === 'on';

export const turningOff = (userId: string): object => SecondFactors.delete(key(userId)).params();
