import { assetsThere, projectsThere } from '#functions/content/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { displayGroupsThere, displaysThere } from '#functions/signage/api.ts';
import { usersThere } from '#functions/users/api.ts';
import { celebrations } from '#shared/api/celebrations.ts';
import { celebrationRuleFields } from '#shared/model/celebration.ts';
import { callOffByHand, ring } from './bell.ts';
import { month, monthVideos } from './month.ts';
import { findRule } from './rule-store.ts';
import { createRule, listRules, orderRules, removeRule, updateRule } from './rules.ts';
import { today } from './wins.ts';

const r = routesOf(celebrations, {
  lookUps: {
    asset: assetsThere,
    project: projectsThere,
    display: displaysThere,
    displayGroup: displayGroupsThere,
    user: usersThere,
  },
  // A sign, a display or a group may have gone since.
  kept: async ({ id }) =>
    typeof id === 'string' && id.startsWith('clr_')
      ? { schema: celebrationRuleFields, value: await findRule(id) }
      : undefined,
});

export const routes = r.router({
  listRules: r.listRules.handler(async () => ({ rules: await listRules() })),
  createRule: r.createRule.handler(({ input }) => createRule(input)),
  updateRule: r.updateRule.handler(({ input: { id, version, ...changes } }) =>
    updateRule(id, changes, version),
  ),
  removeRule: r.removeRule.handler(async ({ input }) => ({
    message: `“${await removeRule(input.id)}” has been removed.`,
  })),
  orderRules: r.orderRules.handler(async ({ input }) => ({ rules: await orderRules(input.ids) })),
  today: r.today.handler(({ input }) => today(input)),
  month: r.month.handler(({ input }) => month(input.month)),
  monthVideos: r.monthVideos.handler(({ input }) => monthVideos(input)),
  ring: r.ring.handler(({ input }) => ring(input)),
  undo: r.undo.handler(({ input }) => callOffByHand(input.id)),
});
