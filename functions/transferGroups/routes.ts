import { clock } from '#functions/kernel/clock.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { commit } from '#functions/kernel/table.ts';
import { transferGroups } from '#shared/api/transfer-groups.ts';
import { availability, drawNumber, isOpen, nextNumber } from './draw.ts';
import {
  addNumber,
  createGroup,
  groupOr404,
  listGroups,
  removeNumber,
  updateGroup,
  updateNumber,
  view,
} from './groups.ts';
import { groupRemoval } from './store.ts';

const r = routesOf(transferGroups);

export const routes = r.router({
  list: r.list.handler(({ input }) => listGroups(input.search)),
  create: r.create.handler(({ input }) => createGroup(input)),
  get: r.get.handler(async ({ input }) => view(await groupOr404(input.id))),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateGroup(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    const { groupId, name } = await groupOr404(input.id);
    await commit(groupRemoval(groupId));
    return { message: `“${name}” has been removed.` };
  }),
  addNumber: r.addNumber.handler(({ input: { id, ...fields } }) => addNumber(id, fields)),
  updateNumber: r.updateNumber.handler(({ input: { id, numberId, ...changes } }) =>
    updateNumber(id, numberId, changes),
  ),
  removeNumber: r.removeNumber.handler(async ({ input }) => {
    await removeNumber(input.id, input.numberId);
    return { message: 'The number has been taken out of the group.' };
  }),
  nextNumber: r.nextNumber.handler(({ input: { id, key } }) => (key ? drawNumber(id, key) : nextNumber(id))),
  config: r.config.handler(async ({ input }) => {
    const group = await groupOr404(input.id);
    const numbers = group.numbers
      .filter(({ isActive }) => isActive)
      .sort((one, other) => one.priority - other.priority);
    return { ...view(group), numbers, openNow: isOpen(group, clock.now()) };
  }),
  checkAvailability: r.checkAvailability.handler(({ input }) => availability(input.id)),
});
