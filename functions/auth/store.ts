import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { identityKeys } from '#functions/kernel/identity.ts';
import { commit, connection, keys, model } from '#functions/kernel/table.ts';

const { gsi1 } = keys;

/** A session is a family of refresh tokens, each made from the one before; only hashes are kept. */
const Sessions = new Entity(
  {
    model: model('session'),
    attributes: {
      tenantId: { type: 'number', required: true },
      sessionId: { type: 'string', required: true },
      userId: { type: 'string', required: true },
      // The user's own number when the session began; see the users' `sessionEpoch`.
      epoch: { type: 'number', required: true },
      current: { type: 'string', required: true },
      previous: { type: 'string' },
      rotatedAt: { type: 'number' },
      rotatedBy: { type: 'string' },
      startedAt: { type: 'number', required: true },
      // Of the sign-in or the last refresh, for the user's own list. As long as a browser likes to make it, cut.
      userAgent: { type: 'string' },
      address: { type: 'string' },
      // While its user has no second factor and the workspace asks for one: it may do nothing but add one.
      mustAddFactor: { type: 'boolean' },
      ended: { type: 'string' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byId: identityKeys.session,
      ofUser: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId', 'userId'] },
        sk: { ...gsi1.sk, composite: ['startedAt'] },
      },
    },
  },
  connection,
);

export type Session = Omit<EntityItem<typeof Sessions>, 'tenantId'>;

export const addSession = (session: Session): Promise<void> =>
  commit(Sessions.create({ ...session, tenantId: tenantOf() }).params());

export async function findSession(sessionId: string): Promise<Session | undefined> {
  const { data } = await Sessions.get({ tenantId: tenantOf(), sessionId }).go({ consistent: true });
  return data ?? undefined;
}

/** Puts the next token in the place of the one used. @throws ConditionFailed when that is no longer current */
export const rotateSession = (
  session: Session,
  change: Required<Pick<Session, 'current' | 'rotatedAt' | 'rotatedBy' | 'expiresAt'>> &
    Pick<Session, 'userAgent' | 'address'>,
): Promise<void> =>
  commit(
    Sessions.patch({ tenantId: tenantOf(), sessionId: session.sessionId })
      // User and start are as they were: they bring a session of before this index into it.
      .set({ ...change, previous: session.current, userId: session.userId, startedAt: session.startedAt })
      .where(
        ({ current, ended }, { eq, notExists }) => `${eq(current, session.current)} AND ${notExists(ended)}`,
      )
      .params(),
  );

/** The write that frees a session which could do nothing but add a second factor. */
export const factorAdded = (sessionId: string): object =>
  Sessions.patch({ tenantId: tenantOf(), sessionId }).remove(['mustAddFactor']).params();

/** Ends a session for good; one that is over already stays as it is. */
export const endSession = (sessionId: string, why: string, ...alongside: object[]): Promise<void> =>
  commit(Sessions.patch({ tenantId: tenantOf(), sessionId }).set({ ended: why }).params(), ...alongside);

/** All sessions of a user that the table still has, ended ones too. */
export async function sessionsOf(userId: string): Promise<Session[]> {
  return (await Sessions.query.ofUser({ tenantId: tenantOf(), userId }).go({ pages: 'all' })).data;
}
