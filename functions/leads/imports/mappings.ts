import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifThere } from '#functions/kernel/entity.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { importLimits, type SavedMapping } from '#shared/model/lead-import.ts';

/** Mappings of a tenant, shared by everybody who imports. */
const Mappings = entity('leadImportMapping', {
  fields: z.object({ mappingId: z.string(), saved: z.custom<SavedMapping>(), createdAt: z.string() }),
  key: { partition: [], sort: ['mappingId'] },
});

export async function listMappings() {
  const all = await Mappings.all('key');
  return all.map(({ mappingId, saved, createdAt }) => ({ ...saved, id: mappingId, createdAt }));
}

/** Saves a mapping; one of the same name is replaced. @throws 400 when there are too many */
export async function saveMapping(saved: SavedMapping) {
  const all = await listMappings();
  const same = all.find(({ name }) => name.toLowerCase() === saved.name.toLowerCase());
  if (!same && all.length >= importLimits.savedMappings)
    throw badRequest(`There are ${importLimits.savedMappings} saved mappings. Please remove one first.`);
  const mappingId = same?.id ?? newId('lmp');
  const createdAt = clock.iso();
  await commit(Mappings.put({ mappingId, saved, createdAt }));
  return { ...saved, id: mappingId, createdAt };
}

/** @throws 404 */
export async function removeMapping(mappingId: string): Promise<void> {
  await commit(Mappings.remove({ mappingId }, ifThere(notFound('The saved mapping'))));
}
