import { AppError } from '#functions/kernel/errors.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { extensionsThere, queuesThere } from '#functions/pbx/api.ts';
import { dids } from '#shared/api/dids.ts';
import { createDid, getDid, listDids, removeDid, updateDid } from './dids.ts';
import { plansOfNumbers } from './plan-hooks.ts';
import { uploadDids } from './upload.ts';

const r = routesOf(dids, {
  lookUps: {
    queue: queuesThere,
    extension: extensionsThere,
    dialPlan: (planIds) => plansOfNumbers.run.plansThere(planIds),
  },
});

/** Removes each of them that can be, and says why the others cannot. */
async function removeMany(ids: readonly string[]) {
  const results = [];
  for (const id of new Set(ids))
    try {
      const { phoneNumber } = await removeDid(id);
      results.push({ id, phoneNumber, success: true, reason: '' });
    } catch (error) {
      if (!(error instanceof AppError && error.status < 500)) throw error;
      results.push({ id, phoneNumber: '', success: false, reason: error.message });
    }
  const successful = results.filter(({ success }) => success).length;
  return { summary: { successful, failed: results.length - successful }, results };
}

export const routes = r.router({
  list: r.list.handler(({ input }) => listDids(input)),
  create: r.create.handler(({ input }) => createDid(input)),
  bulkDelete: r.bulkDelete.handler(({ input }) => removeMany(input.ids)),
  bulkUpload: r.bulkUpload.handler(({ input }) => uploadDids(input.fileContent)),
  get: r.get.handler(({ input }) => getDid(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateDid(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    const { phoneNumber } = await removeDid(input.id);
    return { message: `${phoneNumber} has been removed.` };
  }),
});
