import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { createPreset, getBrand, listPresets, removePreset, renamePreset, updateBrand } from './use-cases.ts';

const r = routesOf(content);

export const brand = {
  getBrand: r.getBrand.handler(() => getBrand()),
  updateBrand: r.updateBrand.handler(({ input: { version, ...changes } }) => updateBrand(changes, version)),
  listPresets: r.listPresets.handler(async () => ({ presets: await listPresets() })),
  createPreset: r.createPreset.handler(({ input }) => createPreset(input)),
  renamePreset: r.renamePreset.handler(({ input }) => renamePreset(input.id, input.name)),
  removePreset: r.removePreset.handler(async ({ input }) => {
    await removePreset(input.id);
    return { message: 'Style preset deleted.' };
  }),
};
