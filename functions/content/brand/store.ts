import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { brandFields, stylePreset } from '#shared/model/brand.ts';

/** One item a tenant. */
export const Kits = entity('brandkit', {
  fields: brandFields.extend({ updatedAt: z.string(), updatedBy: z.string(), version: z.number() }),
  key: { partition: [], sort: [] },
});

export const Presets = entity('stylepreset', {
  fields: stylePreset.omit({ id: true }).extend({ presetId: z.string() }),
  key: { partition: [], sort: ['presetId'] },
});

export type StoredKit = Stored<typeof Kits>;
export type StoredPreset = Stored<typeof Presets>;
