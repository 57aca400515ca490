import * as z from 'zod';
import { fonts } from '../scene/fonts.ts';
import { boundedMap } from './bounded-map.ts';
import { contentName, entityId, mediaUrl, timestamp } from './content.ts';

/** Bounds of what a tenant keeps: the kit is one item, and a panel shows all of it. */
export const brandLimits = { colors: 24, fonts: 8, logos: 12, presets: 100 } as const;

export const brandColor = z.strictObject({
  name: z.string().trim().min(1, 'A colour needs a name').max(40),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be # followed by six hex digits'),
});

const families = new Set(fonts.map(({ family }) => family));

export const brandFields = z.strictObject({
  colors: z.array(brandColor).max(brandLimits.colors),
  /** Families of the editor's own list, headings first. */
  fonts: z
    .array(z.string().refine((family) => families.has(family), 'is not one of the fonts'))
    .max(brandLimits.fonts)
    .refine((names) => new Set(names).size === names.length, 'Each font may be named once'),
  /** Assets of the library. */
  logos: z
    .array(entityId)
    .max(brandLimits.logos)
    .refine((ids) => new Set(ids).size === ids.length, 'Each logo may be named once'),
});
export type BrandFields = z.output<typeof brandFields>;

/** A tenant's colours, fonts and logos. */
export const brandKit = brandFields.extend({
  logos: z.array(z.object({ assetId: entityId, name: z.string(), url: mediaUrl })),
  updatedAt: timestamp.nullable(),
  version: z.number().int(),
});
export type BrandKit = z.output<typeof brandKit>;

export const stylePreset = z.strictObject({
  id: entityId,
  name: contentName,
  /** The type of the element that it was taken from; the picture of the preset is drawn with it. */
  elementType: z.string().min(1).max(64),
  styles: boundedMap,
  /** Those properties that belong to the look: frames, skins, alignment. */
  properties: boundedMap,
  createdBy: z.string(),
  createdAt: timestamp,
});
export type StylePreset = z.output<typeof stylePreset>;

/** The look of an element, as it is copied, kept and applied. */
export type StyleParts = Pick<StylePreset, 'elementType' | 'styles' | 'properties'>;
