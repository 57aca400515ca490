import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { numbersTo } from '../exchange/number-hooks.ts';
import { ledThere } from '../exchange/numbers-to.ts';
import { addMember, removeMember } from '../queues/members.ts';
import { extensionOr404, listExtensions, shown } from './read.ts';
import { statsOf } from './stats.ts';
import { setStatus } from './status.ts';
import { createExtension, removeExtension, rotateSecret, updateExtension } from './write.ts';

const r = routesOf(pbx);

export const extensions = {
  listExtensions: r.listExtensions.handler(({ input }) => listExtensions(input)),
  createExtension: r.createExtension.handler(({ input }) => createExtension(input)),
  getExtension: r.getExtension.handler(async ({ input }) => shown(await extensionOr404(input.id))),
  updateExtension: r.updateExtension.handler(({ input: { id, version, ...changes } }) =>
    updateExtension(id, changes, version),
  ),
  removeExtension: r.removeExtension.handler(async ({ input }) => {
    const numbers = await numbersTo.run(input.id);
    const { number } = await removeExtension(input.id);
    return { message: `Extension ${number} has been removed.${ledThere(numbers)}` };
  }),
  setExtensionStatus: r.setExtensionStatus.handler(({ input }) => setStatus(input.id, input.status)),
  addExtensionQueue: r.addExtensionQueue.handler(async ({ input: { id, queueId, penalty } }) => {
    await extensionOr404(id);
    await addMember(queueId, id, penalty);
    return shown(await extensionOr404(id));
  }),
  removeExtensionQueue: r.removeExtensionQueue.handler(async ({ input: { id, queueId } }) => {
    await extensionOr404(id);
    await removeMember(queueId, id);
    return shown(await extensionOr404(id));
  }),
  extensionStats: r.extensionStats.handler(({ input }) => statsOf(input.id, input.days)),
  rotateExtensionSecret: r.rotateExtensionSecret.handler(({ input }) => rotateSecret(input.id)),
};
