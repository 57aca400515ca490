import { type Group, type GroupFields, signageLimits } from '#shared/model/signage/entities.ts';
import { followPlans } from '../reconcile.ts';
import { addPart, changePart, dropPart, editPart, partOr404 } from './parts.ts';
import { type Part, partsOf } from './store.ts';

const answer = ({ partId, body, version }: Part<'group'>): Group => ({ id: partId, ...body, version });
const what = 'The group';
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

export const listGroups = async (): Promise<Group[]> => (await partsOf('group')).map(answer).sort(byName);

export async function createGroup(fields: GroupFields): Promise<Group> {
  return answer(await addPart('group', 'grp', fields, signageLimits.groups));
}

/** @throws 404; 409 when it has changed since */
export async function updateGroup(
  id: string,
  changes: Partial<GroupFields>,
  version?: number,
): Promise<Group> {
  const { body } = await partOr404('group', id, what);
  const changed = await changePart('group', id, what, { ...body, ...changes }, version);
  await followPlans();
  return answer(changed);
}

/** Removes a group from where it is named, too. @throws 404 */
export async function removeGroup(id: string): Promise<void> {
  await dropPart('group', id, what);
  for (const schedule of await partsOf('schedule'))
    if (schedule.body.groupIds.includes(id))
      await editPart(schedule, (body) => ({
        ...body,
        groupIds: body.groupIds.filter((group) => group !== id),
      }));
  await followPlans();
}

/** Puts a display into the groups named and takes it out of all others. */
export async function setGroupsOf(displayId: string, groupIds: string[]): Promise<void> {
  for (const group of await partsOf('group')) {
    const wanted = groupIds.includes(group.partId);
    if (group.body.displayIds.includes(displayId) === wanted) continue;
    await editPart(group, (body) => {
      const others = body.displayIds.filter((id) => id !== displayId);
      return { ...body, displayIds: wanted ? [...others, displayId] : others };
    });
  }
}
