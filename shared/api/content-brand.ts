import { z } from 'zod';
import { brandFields, brandKit, stylePreset } from '../model/brand.ts';
import { id, message, route } from './contract.ts';

const presetId = id('sty');

/** The tenant's brand: its kit, and looks under a name. */
export const brand = {
  getBrand: route('GET', '/content/brand', 'brand.view', "The tenant's colours, fonts and logos")
    .input(z.strictObject({}))
    .output(brandKit),
  updateBrand: route('PUT', '/content/brand', 'brand.edit', 'Change the brand kit')
    .input(
      brandFields
        .extend({
          logos: z
            .array(id('ast'))
            .max(12)
            .refine((ids) => new Set(ids).size === ids.length),
        })
        .partial()
        .extend({ version: z.number().int().optional() }),
    )
    .output(brandKit),
  listPresets: route('GET', '/content/style-presets', 'brand.view', 'Style presets, by name')
    .input(z.strictObject({}))
    .output(z.object({ presets: z.array(stylePreset) })),
  createPreset: route('POST', '/content/style-presets', 'brand.presets', 'Keep a style under a name', {
    status: 201,
  })
    .input(stylePreset.pick({ name: true, elementType: true, styles: true, properties: true }))
    .output(stylePreset),
  renamePreset: route(
    'PUT',
    '/content/style-presets/{id}',
    'brand.presets',
    'Give a style preset another name',
  )
    .input(stylePreset.pick({ name: true }).extend({ id: presetId }))
    .output(stylePreset),
  removePreset: route('DELETE', '/content/style-presets/{id}', 'brand.presets', 'Remove a style preset')
    .input(z.strictObject({ id: presetId }))
    .output(message),
};
