import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit, connection, keys, model } from '#functions/kernel/table.ts';

const { primary } = keys;

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
      ended: { type: 'string' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byId: {
        pk: { ...primary.pk, composite: ['tenantId', 'sessionId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/** Failures of one account or one address in a window; the table's TTL sweeps what is over. */
const Attempts = new Entity(
  {
    model: model('attempts'),
    attributes: {
      tenantId: { type: 'number', required: true },
      kind: { type: ['account', 'address', 'signUp'] as const, required: true },
      subject: { type: 'string', required: true },
      failures: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      bySubject: {
        pk: { ...primary.pk, composite: ['tenantId', 'kind', 'subject'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

export type Session = Omit<EntityItem<typeof Sessions>, 'tenantId'>;
export type AttemptKind = EntityItem<typeof Attempts>['kind'];
export type Window = Pick<EntityItem<typeof Attempts>, 'failures' | 'expiresAt'>;

export const addSession = (session: Session): Promise<void> =>
  commit(Sessions.create({ ...session, tenantId: tenantOf() }).params());

export async function findSession(sessionId: string): Promise<Session | undefined> {
  const { data } = await Sessions.get({ tenantId: tenantOf(), sessionId }).go({ consistent: true });
  return data ?? undefined;
}

/** Puts the next token in the place of the one used. @throws ConditionFailed when that is no longer current */
export const rotateSession = (
  session: Session,
  change: Required<Pick<Session, 'current' | 'rotatedAt' | 'rotatedBy' | 'expiresAt'>>,
): Promise<void> =>
  commit(
    Sessions.patch({ tenantId: tenantOf(), sessionId: session.sessionId })
      .set({ ...change, previous: session.current })
      .where(
        ({ current, ended }, { eq, notExists }) => `${eq(current, session.current)} AND ${notExists(ended)}`,
      )
      .params(),
  );

/** Ends a session for good; one that is over already stays as it is. */
export const endSession = (sessionId: string, why: string): Promise<void> =>
  commit(Sessions.patch({ tenantId: tenantOf(), sessionId }).set({ ended: why }).params());

/** The failures in the window under way. */
export async function failuresOf(kind: AttemptKind, subject: string): Promise<Window | undefined> {
  const { data } = await Attempts.get({ tenantId: tenantOf(), kind, subject }).go({ consistent: true });
  return data && data.expiresAt > clock.seconds() ? data : undefined;
}

/** Counts one failure, in one atomic step, and answers the window as it then stands. */
export async function countFailure(
  kind: AttemptKind,
  subject: string,
  windowSeconds: number,
): Promise<Window> {
  const key = { tenantId: tenantOf(), kind, subject };
  const now = clock.seconds();
  for (;;) {
    const open = await Attempts.upsert(key)
      .add({ failures: 1 })
      .ifNotExists({ expiresAt: now + windowSeconds })
      .go({ response: 'all_new' });
    if (open.data.expiresAt > now) return open.data;
    // An old window that the TTL has not swept yet: whoever deletes it first, all count in the new one.
    await Attempts.delete(key)
      .where(({ expiresAt }, { lte }) => lte(expiresAt, now))
      .go()
      .catch(ignoreRefused);
  }
}

export async function clearFailures(kind: AttemptKind, subject: string): Promise<void> {
  await Attempts.delete({ tenantId: tenantOf(), kind, subject }).go();
}

function ignoreRefused(error: Error): void {
  const cause = error.cause as Error | undefined;
  if (error.name !== 'ConditionalCheckFailedException' && cause?.name !== 'ConditionalCheckFailedException')
    throw error;
}
