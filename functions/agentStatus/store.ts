import { z } from 'zod';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { Overtaken } from '#functions/kernel/retry.ts';
import { agentStatus, agentStatusConfig, statusCauses } from '#shared/model/agent-status.ts';

const Configs = entity('agentStatusConfig', {
  fields: agentStatusConfig
    .omit({ id: true, ingroups: true, isDefault: true })
    .extend({ configId: z.string() }),
  key: { partition: [], sort: ['configId'], casing: 'none' },
});
export type ConfigRecord = Stored<typeof Configs>;

/**
 * To whom the configs of a workspace apply: one item, so that a queue never has two of them and there is never a second
 * default. Each change of a config changes its version too, which is how copies of functions know that what they have
 * kept is old.
 */
const Rules = entity('agentStatusRules', {
  fields: z.object({
    defaultConfigId: z.string().nullable(),
    ingroups: z.array(
      z.object({ queueId: z.string(), configId: z.string().nullable(), priority: z.number() }),
    ),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
});
export type RulesRecord = Stored<typeof Rules>;

/** What an agent is in, and what that follows from. */
const Presences = entity('agentPresence', {
  fields: z.object({
    userId: z.string(),
    /** At the phone. */
    signedIn: z.boolean(),
    /** What they chose: it holds while they are signed in, have no call and no wrap-up. */
    chosen: agentStatus,
    /** Calls that they talk in. */
    callIds: z.array(z.string()),
    /** The last calls that ended, so that news of them which come late change nothing. */
    endedCallIds: z.array(z.string()),
    /** Of both: the instant of the last news that was taken in. A call that comes back to an agent begins anew. */
    heardOf: z.array(z.object({ callId: z.string(), at: z.string() })).default([]),
    wrapUpUntil: z.string().nullable(),
    status: agentStatus,
    since: z.string(),
    /** When it was noted that the status lasts longer than it allows. */
    overdueAt: z.string().nullable(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['userId'], casing: 'none' },
  due: true,
});
export type Presence = Stored<typeof Presences>;

/** Changes of statuses: each says how long the agent had been in what they left. */
const Changes = entity('agentStatusChange', {
  fields: z.object({
    userId: z.string(),
    at: z.string(),
    /** The version of the presence that the change made: one agent's changes in their order. */
    seq: z.number(),
    from: agentStatus,
    since: z.string(),
    to: agentStatus,
    cause: z.enum(statusCauses),
    by: z.string().nullable(),
    /** Seconds since 1970; DynamoDB removes it some time after. */
    expiresAt: z.number(),
  }),
  key: { partition: ['userId'], sort: ['at', 'seq'], casing: 'none' },
  indexes: { ofAll: { index: 'gsi1', partition: [], sort: ['at', 'userId', 'seq'], casing: 'none' } },
  padded: { seq: 10 },
});
export type ChangeRecord = Stored<typeof Changes>;

export const changedSince = changedSinceOpened('config');

export const everyConfig = (): Promise<ConfigRecord[]> => Configs.all('key');
export const findConfig = (configId: string): Promise<ConfigRecord | undefined> => Configs.find({ configId });

/** Which of these configs are there. */
export async function configsThere(configIds: string[]): Promise<string[]> {
  const found = await Configs.findMany(configIds.map((configId) => ({ configId })));
  return found.map(({ configId }) => configId);
}

/** The write of a config: new when `before` is undefined, else refused when it has changed since. */
export const configWrite = (before: ConfigRecord | undefined, after: ConfigRecord): object =>
  before ? Configs.put(after, ifVersion(before.version, changedSince)) : Configs.insert(after);
export const configRemoval = (configId: string): object => Configs.remove({ configId });

export const rules = async (): Promise<RulesRecord> =>
  (await Rules.find({})) ?? { defaultConfigId: null, ingroups: [], version: 0 };

/** The write of the rules: refused when they have changed since. */
export const rulesWrite = (before: RulesRecord, after: RulesRecord): object =>
  Rules.put({ ...after, version: before.version + 1 }, ifVersion(before.version, new Overtaken()));

export const findPresence = (userId: string): Promise<Presence | undefined> => Presences.find({ userId });
export const everyPresence = (): Promise<Presence[]> => Presences.all('key');

/** The writes of an agent's next state with the changes that lead there: refused when it has changed since. */
export const presenceWrites = (
  before: Presence,
  after: Presence,
  changes: readonly ChangeRecord[],
  lookAt: number | undefined,
): object[] => [
  Presences.put(
    { ...after, ...(lookAt === undefined ? {} : dueAt('agentPresence', after.userId, lookAt)) },
    ifVersion(before.version, new Overtaken()),
  ),
  ...changes.map((change) => Changes.insert(change)),
  ...(changes.length > 0
    ? [
        event('agent.status.changed', after.userId, {
          status: after.status.key,
          isAvailable: after.status.isAvailable,
        }),
      ]
    : []),
];

/** Presences that are to be looked at carry their time from the first version on. */
export const earlierPresences = async () => [];

interface Stretch {
  from?: string | undefined;
  to?: string | undefined;
}

/** Above every instant. */
const endOfTime = '\uffff';

/** A page of changes, newest first, of one agent or of all. */
export function pageOfChanges(
  { userId, from = '', to = endOfTime }: Stretch & { userId?: string | undefined },
  limit: number,
  cursor?: string,
) {
  const changes = userId ? Changes.query('key', { userId }) : Changes.query('ofAll');
  const stretch = changes.between({ at: from }, { at: to });
  return fromCursor(
    (options) => stretch.go({ ...options, order: 'desc', consistent: Boolean(userId) }),
    cursor,
    limit,
  );
}

/** Every change of an agent in a stretch of time, oldest first. */
export async function changesOf(userId: string, from: string, to: string): Promise<ChangeRecord[]> {
  const { data } = await Changes.query('key', { userId })
    .between({ at: from }, { at: to })
    .go({ pages: 'all', consistent: true });
  return data.filter(({ at }) => at >= from && at < to);
}

/** The first change of an agent from an instant on. */
export async function firstChangeFrom(userId: string, from: string): Promise<ChangeRecord | undefined> {
  const { data } = await Changes.query('key', { userId })
    .gte({ at: from })
    .go({ limit: 1, consistent: true });
  return data[0];
}
