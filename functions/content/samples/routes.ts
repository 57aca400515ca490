import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { createSample, listSamples, removeSample, updateSample } from './use-cases.ts';

const r = routesOf(content);

export const samples = {
  listSamples: r.listSamples.handler(async ({ input }) => ({ samples: await listSamples(input.id) })),
  createSample: r.createSample.handler(({ input: { id, ...fields } }) => createSample(id, fields)),
  updateSample: r.updateSample.handler(({ input: { id, sampleId, ...changes } }) =>
    updateSample(id, sampleId, changes),
  ),
  removeSample: r.removeSample.handler(async ({ input }) => {
    await removeSample(input.id, input.sampleId);
    return { message: 'Sample record deleted.' };
  }),
};
