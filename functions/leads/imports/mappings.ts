import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit, connection, keys, model, orElse } from '#functions/kernel/table.ts';
import { importLimits, type SavedMapping } from '#shared/model/lead-import.ts';

/** Mappings of a tenant, shared by everybody who imports. */
const Mappings = new Entity(
  {
    model: model('leadImportMapping'),
    attributes: {
      tenantId: { type: 'number', required: true },
      mappingId: { type: 'string', required: true },
      saved: { type: 'any', required: true },
      createdAt: { type: 'string', required: true },
    },
    indexes: {
      ofTenant: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['mappingId'] },
      },
    },
  },
  connection,
);

export async function listMappings() {
  const { data } = await Mappings.query
    .ofTenant({ tenantId: tenantOf() })
    .go({ consistent: true, pages: 'all' });
  return data.map(({ mappingId, saved, createdAt }) => ({
    ...(saved as SavedMapping),
    id: mappingId,
    createdAt,
  }));
}

/** Saves a mapping; one of the same name is replaced. @throws 400 when there are too many */
export async function saveMapping(saved: SavedMapping) {
  const all = await listMappings();
  const same = all.find(({ name }) => name.toLowerCase() === saved.name.toLowerCase());
  if (!same && all.length >= importLimits.savedMappings)
    throw badRequest(`There are ${importLimits.savedMappings} saved mappings. Please remove one first.`);
  const mappingId = same?.id ?? newId('lmp');
  const createdAt = clock.iso();
  await commit(Mappings.put({ tenantId: tenantOf(), mappingId, saved, createdAt }).params());
  return { ...saved, id: mappingId, createdAt };
}

/** @throws 404 */
export async function removeMapping(mappingId: string): Promise<void> {
  await commit(
    orElse(Mappings.remove({ tenantId: tenantOf(), mappingId }).params(), notFound('The saved mapping')),
  );
}
