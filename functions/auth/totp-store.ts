import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, commit } from '#functions/kernel/table.ts';

/** A user's second factor; `pending` until a first code has shown that the app has the secret. */
const SecondFactors = entity('secondFactor', {
  fields: z.object({
    userId: z.string(),
    state: z.enum(['pending', 'on']),
    /** Sealed with the tenant's key. */
    secret: z.string(),
    /** The step of the last code taken, so that none is taken twice. */
    lastStep: z.number(),
    /** Hashes of the recovery codes that are left. */
    codes: z.array(z.string()).optional(),
    since: z.string().optional(),
  }),
  key: { partition: ['userId'], sort: [] },
  sets: ['codes'],
});

export type SecondFactor = Stored<typeof SecondFactors>;

export const findSecondFactor = (userId: string): Promise<SecondFactor | undefined> =>
  SecondFactors.find({ userId });

/** Whether sign-in asks the user for a code. */
export const hasSecondFactor = async (userId: string): Promise<boolean> =>
  (await findSecondFactor(userId))?.state === 'on';

/** Keeps a new secret that is not in force yet. False when a second factor is on. */
export const keepPending = (userId: string, secret: string): Promise<boolean> =>
  accepted(
    commit(
      SecondFactors.put(
        { userId, state: 'pending', secret, lastStep: 0 },
        { where: ({ state }, { eq, notExists }) => `${notExists(state)} OR ${eq(state, 'pending')}` },
      ),
    ),
  );

/** The write that turns a pending second factor on, if its secret is still the one that was confirmed. */
export const turnFactorOn = (
  { userId, secret }: SecondFactor,
  { step, codes, at }: { step: number; codes: string[]; at: string },
): object =>
  SecondFactors.patch({ userId })
    .set({ state: 'on', lastStep: step, codes, since: at })
    .where((item, { eq }) => `${eq(item.secret, secret)} AND ${eq(item.state, 'pending')}`)
    .params();

/** Takes the code of a step; false when one of this step or a later one has been taken. */
export const takeStep = (userId: string, step: number): Promise<boolean> =>
  accepted(
    commit(
      SecondFactors.patch({ userId })
        .set({ lastStep: step })
        .where(({ lastStep, state }, { lt, eq }) => `${lt(lastStep, step)} AND ${eq(state, 'on')}`)
        .params(),
    ),
  );

/** Takes a recovery code away; false when it is none of those that are left. */
export const takeRecoveryCode = (userId: string, hash: string): Promise<boolean> =>
  accepted(
    commit(
      SecondFactors.patch({ userId })
        .delete({ codes: [hash] })
        .where(({ codes, state }, { contains, eq }) => `${contains(codes, hash)} AND ${eq(state, 'on')}`)
        .params(),
    ),
  );

/** The write that puts new recovery codes in the place of the old. */
export const replaceCodes = (userId: string, codes: string[]): object =>
  SecondFactors.patch({ userId })
    .set({ codes })
    .where(({ state }, { eq }) => eq(state, 'on'))
    .params();

/** The write that turns a second factor off. */
export const turnFactorOff = (userId: string): object => SecondFactors.remove({ userId });
