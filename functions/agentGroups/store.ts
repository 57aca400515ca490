import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened, conflict } from '#functions/kernel/errors.ts';
import { orElse } from '#functions/kernel/table.ts';
import { agentGroup, groupMember } from '#shared/model/agent-group.ts';

export const storedGroup = agentGroup
  .omit({ id: true })
  .extend({ groupId: z.string(), agents: z.array(groupMember) });

const Groups = entity('agentGroup', {
  fields: storedGroup,
  key: { partition: [], sort: ['groupId'] },
});
export type GroupRecord = Stored<typeof Groups>;

/** Names of groups, so that of two that are added at one instant only one gets a name. */
const Names = entity('agentGroupName', {
  fields: z.object({ name: z.string(), groupId: z.string() }),
  key: { partition: [], sort: ['name'] },
});

const nameKey = (name: string): { name: string } => ({ name: name.toLowerCase() });
const nameInsertion = ({ name, groupId }: GroupRecord): object =>
  orElse(
    Names.insert({ ...nameKey(name), groupId }),
    conflict(`There is a group named “${name}” already.`, { field: 'name' }, 'name_taken'),
  );

export const changedSince = changedSinceOpened('group');

export const everyGroup = (): Promise<GroupRecord[]> => Groups.all('key');
export const findGroup = (groupId: string): Promise<GroupRecord | undefined> => Groups.find({ groupId });
export const findGroups = (groupIds: readonly string[]): Promise<GroupRecord[]> =>
  Groups.findMany([...new Set(groupIds)].map((groupId) => ({ groupId })));

/** Which of these groups are there. */
export const groupsThere = async (groupIds: string[]): Promise<string[]> =>
  (await findGroups(groupIds)).map(({ groupId }) => groupId);

/** The writes that add a group. @throws 409 'name_taken' in `commit` */
export const groupInsertion = (group: GroupRecord): object[] => [Groups.insert(group), nameInsertion(group)];

/** The writes of a changed group. @throws `changedSince` in `commit`; 409 'name_taken' */
export function groupWrites(before: GroupRecord, after: GroupRecord): object[] {
  const write = Groups.put(after, ifVersion(before.version, changedSince));
  if (nameKey(before.name).name === nameKey(after.name).name) return [write];
  return [write, Names.remove(nameKey(before.name)), nameInsertion(after)];
}

export const groupRemoval = ({ groupId, name, version }: GroupRecord): object[] => [
  Groups.remove({ groupId }, ifVersion(version, changedSince)),
  Names.remove(nameKey(name)),
];
