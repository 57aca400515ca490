import { figuresOfNumbers } from '#functions/dashboard/api.ts';
import { countOutcomes, outcomeOf, workEach } from '#functions/kernel/bulk.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { extensionsThere, queuesThere } from '#functions/pbx/api.ts';
import { dids } from '#shared/api/dids.ts';
import { numberFigureDays } from '#shared/model/number-figures.ts';
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
  const results = await workEach(
    [...new Set(ids)],
    1,
    async (id) => ({ id, phoneNumber: (await removeDid(id)).phoneNumber, ...outcomeOf('') }),
    (id, error) => {
      if (error.status >= 500) throw error;
      return { id, phoneNumber: '', ...outcomeOf(error.message) };
    },
  );
  return { summary: countOutcomes(results), results };
}

export const routes = r.router({
  list: r.list.handler(({ input }) => listDids(input)),
  create: r.create.handler(({ input }) => createDid(input)),
  bulkDelete: r.bulkDelete.handler(({ input }) => removeMany(input.ids)),
  bulkUpload: r.bulkUpload.handler(({ input }) => uploadDids(input.fileContent)),
  figures: r.figures.handler(async () => ({
    days: numberFigureDays,
    numbers: [...(await figuresOfNumbers())].map(([phoneNumber, figures]) => ({ phoneNumber, ...figures })),
  })),
  get: r.get.handler(({ input }) => getDid(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateDid(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    const { phoneNumber } = await removeDid(input.id);
    return { message: `${phoneNumber} has been removed.` };
  }),
});
