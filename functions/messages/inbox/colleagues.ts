import { everyAgentGroup } from '#functions/agentGroups/api.ts';
import type { LeadRecord } from '#functions/leads/api.ts';
import { everyUser } from '#functions/users/api.ts';
import { isLimitedRole, refusalFor } from '#shared/model/permissions.ts';

export interface Named {
  id: string;
  name: string;
}

type User = Awaited<ReturnType<typeof everyUser>>[number];

export const nameOf = ({ firstLast, username }: User): string => firstLast || username;

/** Whether somebody sees the thread with a lead, or with nobody's address: the rule that `maySee` has for the caller. */
const sees = ({ userId, role, permissions, isActive }: User, lead: LeadRecord | undefined): boolean =>
  isActive &&
  refusalFor(role, permissions, 'messages.view') === undefined &&
  (!isLimitedRole(role) || !lead || lead.ownerId === null || lead.ownerId === userId);

const byName = (a: Named, b: Named) => a.name.localeCompare(b.name);

/** Who can answer a thread and be named in its notes: those who see it. */
export async function colleaguesOf(lead: LeadRecord | undefined): Promise<Named[]> {
  const users = await everyUser();
  return users
    .filter((user) => sees(user, lead))
    .map((user) => ({ id: user.userId, name: nameOf(user) }))
    .sort(byName);
}

/** The agent groups that can be asked to answer. */
export async function activeGroups(): Promise<Named[]> {
  const groups = await everyAgentGroup();
  return groups
    .filter(({ isActive }) => isActive)
    .map(({ groupId, name }) => ({ id: groupId, name }))
    .sort(byName);
}

/** What users and groups are called, by id. */
export async function names(): Promise<Map<string, string>> {
  const [users, groups] = await Promise.all([everyUser(), everyAgentGroup()]);
  return new Map([
    ...users.map((user) => [user.userId, nameOf(user)] as const),
    ...groups.map(({ groupId, name }) => [groupId, name] as const),
  ]);
}
