import { didsThere } from '#functions/dids/api.ts';
import { ivrMenusThere } from '#functions/ivr/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { templatesThere } from '#functions/messageTemplates/api.ts';
import { extensionsThere, queuesThere } from '#functions/pbx/api.ts';
import { recordingsThere } from '#functions/recordings/api.ts';
import { endpointsThere } from '#functions/webhookEndpoints/api.ts';
import { dialplans } from '#shared/api/dialplans.ts';
import { dialPlan } from '#shared/model/dialplan/plan.ts';
import { compiledPlan, validatePlan } from './compiled.ts';
import { deactivatePlan, deployPlan } from './deploy.ts';
import { plansForNumbers } from './for-numbers.ts';
import { clonePlan, createPlan, getPlan, listPlans, removePlan, updatePlan } from './plans.ts';
import { recordPresence } from './presence.ts';
import { statsOfPlan } from './stats.ts';
import { getVersion, listVersions, nameVersion } from './versions.ts';
import { addWalk, changeWalk, listWalks, removeWalk } from './walks.ts';

const r = routesOf(dialplans, {
  lookUps: {
    dialPlan: plansForNumbers.plansThere,
    did: didsThere,
    endpoint: endpointsThere,
    extension: extensionsThere,
    ivrMenu: ivrMenusThere,
    messageTemplate: templatesThere,
    queue: queuesThere,
    recording: recordingsThere,
  },
  // A plan whose queue was removed can still be changed.
  kept: async ({ id }) =>
    typeof id === 'string' ? { schema: dialPlan, value: await getPlan(id) } : undefined,
});

export const routes = r.router({
  list: r.list.handler(({ input }) => listPlans(input.search)),
  create: r.create.handler(({ input }) => createPlan(input)),
  get: r.get.handler(({ input }) => getPlan(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updatePlan(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    const { name } = await removePlan(input.id);
    return { message: `“${name}” has been removed.` };
  }),
  deploy: r.deploy.handler(({ input }) => deployPlan(input.id, { confirmWalks: input.confirmWalks })),
  beHere: r.beHere.handler(({ input: { id, ...here } }) => recordPresence(id, here)),
  versions: r.versions.handler(({ input }) => listVersions(input.id)),
  version: r.version.handler(({ input }) => getVersion(input.id, input.number)),
  nameVersion: r.nameVersion.handler(({ input }) => nameVersion(input.id, input.number, input.name)),
  deployVersion: r.deployVersion.handler(({ input: { id, ...options } }) => deployPlan(id, options)),
  walks: r.walks.handler(({ input }) => listWalks(input.id)),
  addWalk: r.addWalk.handler(({ input: { id, ...walk } }) => addWalk(id, walk)),
  changeWalk: r.changeWalk.handler(({ input: { id, walkId, ...changes } }) =>
    changeWalk(id, walkId, changes),
  ),
  removeWalk: r.removeWalk.handler(async ({ input }) => {
    const { name } = await removeWalk(input.id, input.walkId);
    return { message: `“${name}” has been removed.` };
  }),
  deactivate: r.deactivate.handler(({ input }) => deactivatePlan(input.id)),
  stats: r.stats.handler(({ input: { id, ...range } }) => statsOfPlan(id, range)),
  clone: r.clone.handler(({ input }) => clonePlan(input.id, input.name)),
  validate: r.validate.handler(({ input }) => validatePlan(input.id)),
  preview: r.preview.handler(async ({ input }) => {
    const { text, hash } = await compiledPlan(input.id);
    return { text, hash };
  }),
});
