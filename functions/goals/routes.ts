import { projectsThere } from '#functions/content/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { displaysThere } from '#functions/signage/api.ts';
import { goals } from '#shared/api/goals.ts';
import { goalFields } from '#shared/model/goal.ts';
import { createGoal, getGoal, listGoals, removeGoal, snoozeGoal, updateGoal } from './goals.ts';
import { findGoal } from './store.ts';

const r = routesOf(goals, {
  lookUps: { project: projectsThere, display: displaysThere },
  kept: async ({ id }) =>
    typeof id === 'string' ? { schema: goalFields, value: await findGoal(id) } : undefined,
});

export const routes = r.router({
  list: r.list.handler(async () => ({ goals: await listGoals() })),
  create: r.create.handler(({ input }) => createGoal(input)),
  get: r.get.handler(({ input }) => getGoal(input.id)),
  update: r.update.handler(({ input }) => updateGoal(input)),
  remove: r.remove.handler(async ({ input }) => ({
    message: `“${await removeGoal(input.id)}” has been removed.`,
  })),
  snooze: r.snooze.handler(({ input }) => snoozeGoal(input.id, input.until)),
});
