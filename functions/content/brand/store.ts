import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { BrandFields, StylePreset } from '#shared/model/brand.ts';

/** One item a tenant. */
const Kits = new Entity(
  {
    model: model('brandkit'),
    attributes: {
      tenantId: { type: 'number', required: true },
      colors: { type: 'any', required: true },
      fonts: { type: 'list', items: { type: 'string' }, required: true },
      logos: { type: 'list', items: { type: 'string' }, required: true },
      updatedAt: { type: 'string', required: true },
      updatedBy: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      own: { pk: { ...keys.primary.pk, composite: ['tenantId'] }, sk: { ...keys.primary.sk, composite: [] } },
    },
  },
  connection,
);

const Presets = new Entity(
  {
    model: model('stylepreset'),
    attributes: {
      tenantId: { type: 'number', required: true },
      presetId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      elementType: { type: 'string', required: true },
      styles: { type: 'any', required: true },
      properties: { type: 'any', required: true },
      createdBy: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
    },
    indexes: {
      own: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['presetId'] },
      },
    },
  },
  connection,
);

export interface StoredKit extends BrandFields {
  updatedAt: string;
  updatedBy: string;
  version: number;
}
export type StoredPreset = Omit<StylePreset, 'id'> & { presetId: string };

const own = () => ({ tenantId: tenantOf() });

export async function findKit(): Promise<StoredKit | undefined> {
  const { data } = await Kits.get(own()).go({ consistent: true });
  return data ? ofTenant<StoredKit>(data) : undefined;
}

/** Puts a kit in the place of the one that had the version `before`, 0 for none; refused where that is another. */
export const putKit = (kit: StoredKit, before: number) =>
  Kits.put({ ...own(), ...kit })
    .where((at, op) => (before === 0 ? op.notExists(at.version) : op.eq(at.version, before)))
    .params();

export async function allPresets(): Promise<StoredPreset[]> {
  const { data } = await Presets.query.own(own()).go({ pages: 'all', consistent: true });
  return data.map(ofTenant<StoredPreset>);
}

export async function findPreset(presetId: string): Promise<StoredPreset | undefined> {
  const { data } = await Presets.get({ ...own(), presetId }).go({ consistent: true });
  return data ? ofTenant<StoredPreset>(data) : undefined;
}

export const insertPreset = (preset: StoredPreset) => Presets.create({ ...own(), ...preset }).params();

export const renamePresetTo = (presetId: string, name: string) =>
  Presets.patch({ ...own(), presetId })
    .set({ name })
    .params();

export const deletePreset = (presetId: string) => Presets.delete({ ...own(), presetId }).params();
