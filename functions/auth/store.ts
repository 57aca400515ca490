import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { identityKeys } from '#functions/kernel/identity.ts';
import { commit } from '#functions/kernel/table.ts';

/** A session is a family of refresh tokens, each made from the one before; only hashes are kept. */
const Sessions = entity('session', {
  fields: z.object({
    sessionId: z.string(),
    userId: z.string(),
    // The user's own number when the session began; see the users' `sessionEpoch`.
    epoch: z.number(),
    current: z.string(),
    previous: z.string().optional(),
    rotatedAt: z.number().optional(),
    rotatedBy: z.string().optional(),
    startedAt: z.number(),
    // Of the sign-in or the last refresh, for the user's own list. As long as a browser likes to make it, cut.
    userAgent: z.string().optional(),
    address: z.string().optional(),
    // While its user has no second factor and the workspace asks for one: it may do nothing but add one.
    mustAddFactor: z.boolean().optional(),
    ended: z.string().optional(),
    expiresAt: z.number(),
  }),
  key: identityKeys.session,
  indexes: { ofUser: { index: 'gsi1', partition: ['userId'], sort: ['startedAt'] } },
});

export type Session = Stored<typeof Sessions>;

export const addSession = (session: Session): Promise<void> => commit(Sessions.insert(session));

export const findSession = (sessionId: string): Promise<Session | undefined> => Sessions.find({ sessionId });

/** Puts the next token in the place of the one used. @throws ConditionFailed when that is no longer current */
export const rotateSession = (
  session: Session,
  change: Required<Pick<Session, 'current' | 'rotatedAt' | 'rotatedBy' | 'expiresAt'>> &
    Pick<Session, 'userAgent' | 'address'>,
): Promise<void> =>
  commit(
    Sessions.patch({ sessionId: session.sessionId })
      // User and start are as they were: they bring a session of before this index into it.
      .set({ ...change, previous: session.current, userId: session.userId, startedAt: session.startedAt })
      .where(
        ({ current, ended }, { eq, notExists }) => `${eq(current, session.current)} AND ${notExists(ended)}`,
      )
      .params(),
  );

/** The write that frees a session which could do nothing but add a second factor. */
export const noteFactorAdded = (sessionId: string): object =>
  Sessions.patch({ sessionId }).remove(['mustAddFactor']).params();

/** Ends a session for good; one that is over already stays as it is. */
export const endSession = (sessionId: string, why: string, ...alongside: object[]): Promise<void> =>
  commit(Sessions.patch({ sessionId }).set({ ended: why }).params(), ...alongside);

/** All sessions of a user that the table still has, ended ones too. */
export const sessionsOf = (userId: string): Promise<Session[]> => Sessions.all('ofUser', { userId });
