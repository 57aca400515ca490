import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { transferGroup } from '#shared/model/transfer-group.ts';

const Groups = entity('transferGroup', {
  fields: transferGroup.omit({ id: true }).extend({ groupId: z.string() }),
  key: { partition: [], sort: ['groupId'] },
});
export type GroupRecord = Stored<typeof Groups>;

/** Whose turn it is in a group, beside the group itself, so that a call never stands in the way of an edit. */
const Turns = entity('transferTurn', {
  fields: z.object({
    groupId: z.string(),
    /** By number: ms since 1970 of its last call. */
    lastUsedAt: z.record(z.string(), z.number()),
    /** By number: what it is owed, for turns by weight. */
    credits: z.record(z.string(), z.number()),
    /** By the key of a call: the number that it has, and until when at most; ms since 1970. */
    taken: z.record(z.string(), z.object({ numberId: z.string(), until: z.number() })),
    version: z.number(),
  }),
  key: { partition: [], sort: ['groupId'] },
});
export type Turn = Stored<typeof Turns>;

/** The number of a group that was drawn for a call, by the key that names the call: the same is answered again. */
const Draws = entity('transferDraw', {
  fields: z.object({
    groupId: z.string(),
    key: z.string(),
    numberId: z.string(),
    phoneNumber: z.string(),
    label: z.string(),
    reason: z.string(),
    /** Seconds since 1970; DynamoDB removes it some time after. */
    expiresAt: z.number(),
  }),
  key: { partition: ['key'], sort: ['groupId'] },
});
export type Draw = Stored<typeof Draws>;

export const changedSince = changedSinceOpened('group');

export const everyGroup = (): Promise<GroupRecord[]> => Groups.all('key');
export const findGroup = (groupId: string): Promise<GroupRecord | undefined> => Groups.find({ groupId });

/** Which of these groups are there. */
export async function groupsThere(groupIds: string[]): Promise<string[]> {
  const found = await Groups.findMany(groupIds.map((groupId) => ({ groupId })));
  return found.map(({ groupId }) => groupId);
}

/** The write of a group: new when `before` is undefined, else refused when it has changed since. */
export const groupWrite = (before: GroupRecord | undefined, after: GroupRecord): object =>
  before ? Groups.put(after, ifVersion(before.version, changedSince)) : Groups.insert(after);

/** The writes that remove a group with its turn; what was drawn of it goes by itself. */
export const groupRemoval = (groupId: string): object[] => [
  Groups.remove({ groupId }),
  Turns.remove({ groupId }),
];

/** Whose turn it is; of a group that nobody has called yet, nobody's. */
export const turnOf = async (groupId: string): Promise<Turn> =>
  (await Turns.find({ groupId })) ?? { groupId, lastUsedAt: {}, credits: {}, taken: {}, version: 0 };

export const findDraw = (groupId: string, key: string): Promise<Draw | undefined> =>
  Draws.find({ groupId, key });

/** What was drawn for a call, of whichever groups. */
export const drawsOf = (key: string): Promise<Draw[]> => Draws.all('key', { key });

/** The write of a turn: refused where another call has been given its turn meanwhile. */
export const turnWrite = (before: Turn, after: Turn): object =>
  Turns.put({ ...after, version: before.version + 1 }, ifVersion(before.version));

/** The write of a draw: refused where the key has a number already. */
export const drawInsertion = (draw: Draw): object => Draws.insert(draw);
