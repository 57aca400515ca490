import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { ifThere, ifVersion } from '#functions/kernel/entity.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { type BrandFields, type BrandKit, brandLimits, type StylePreset } from '#shared/model/brand.ts';
import { findAsset } from '../assets/store.ts';
import { assetAnswer } from '../assets/use-cases.ts';
import { Kits, Presets, type StoredKit, type StoredPreset } from './store.ts';

const nothing: StoredKit = { colors: [], fonts: [], logos: [], updatedAt: '', updatedBy: '', version: 0 };

async function answerOf({ colors, fonts, logos, updatedAt, version }: StoredKit): Promise<BrandKit> {
  const assets = await Promise.all(logos.map(findAsset));
  return {
    colors,
    fonts,
    // A logo whose asset has been removed since is left out.
    logos: assets.flatMap((asset) =>
      asset?.processingStatus === 'completed'
        ? [{ assetId: asset.assetId, name: asset.name, url: assetAnswer(asset).publicUrl }]
        : [],
    ),
    updatedAt: updatedAt || null,
    version,
  };
}

/** The tenant's kit; an empty one before anybody has made it. */
export const getBrand = async (): Promise<BrandKit> => answerOf((await Kits.find({})) ?? nothing);

/** @throws 400 for a logo that is no picture of the library; 409 when somebody has changed the kit since */
export async function updateBrand(changes: Partial<BrandFields>, version?: number): Promise<BrandKit> {
  const before = (await Kits.find({})) ?? nothing;
  const changedSince = conflict('Somebody else has changed the brand kit since you loaded it.');
  if (version !== undefined && version !== before.version) throw changedSince;
  for (const assetId of changes.logos ?? []) {
    if (before.logos.includes(assetId)) continue;
    const asset = await findAsset(assetId);
    if (!asset) throw notFound('The asset');
    if (asset.assetType !== 'image' || asset.processingStatus !== 'completed')
      throw badRequest('A logo has to be an image of the asset library.');
  }
  const kit: StoredKit = {
    ...before,
    ...changes,
    updatedAt: clock.iso(),
    updatedBy: actorName(),
    version: before.version + 1,
  };
  await commit(Kits.put(kit, ifVersion(before.version, changedSince)));
  return answerOf(kit);
}

const presetAnswer = ({ presetId, ...preset }: StoredPreset): StylePreset => ({ id: presetId, ...preset });

export async function listPresets(): Promise<StylePreset[]> {
  return (await Presets.all('key')).map(presetAnswer).sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws 409 'too_many' */
export async function createPreset(
  fields: Pick<StylePreset, 'name' | 'elementType' | 'styles' | 'properties'>,
): Promise<StylePreset> {
  if ((await Presets.all('key')).length >= brandLimits.presets)
    throw conflict(`There are at most ${brandLimits.presets} style presets.`, undefined, 'too_many');
  const preset = { ...fields, presetId: newId('sty'), createdBy: actorName(), createdAt: clock.iso() };
  await commit(Presets.insert(preset));
  return presetAnswer(preset);
}

const gone = () => notFound('The style preset');

/** @throws 404 */
export async function renamePreset(presetId: string, name: string): Promise<StylePreset> {
  const preset = await Presets.find({ presetId });
  if (!preset) throw gone();
  await commit(Presets.patch({ presetId }).set({ name }).params(ifThere(gone())));
  return presetAnswer({ ...preset, name });
}

/** @throws 404 */
export async function removePreset(presetId: string): Promise<void> {
  if (!(await Presets.find({ presetId }))) throw gone();
  await commit(Presets.remove({ presetId }));
}
