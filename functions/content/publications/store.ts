import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';

const Publications = new Entity(
  {
    model: model('publication'),
    attributes: {
      tenantId: { type: 'number', required: true },
      publicId: { type: 'string', required: true },
      projectId: { type: 'string', required: true },
      /** Counts the publications of the project; each has its own snapshot and its own address. */
      version: { type: 'number', required: true },
      status: { type: ['publishing', 'published', 'failed', 'not_published'] as const, required: true },
      publishedAt: { type: 'string' },
      errorMessage: { type: 'string' },
      updatedAt: { type: 'string', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'publicId'] },
        sk: { ...keys.primary.sk, composite: [], casing: 'none' },
      },
    },
  },
  connection,
);

export interface StoredPublication {
  publicId: string;
  projectId: string;
  version: number;
  status: 'publishing' | 'published' | 'failed' | 'not_published';
  publishedAt?: string;
  errorMessage?: string;
  updatedAt: string;
}

export async function findPublication(publicId: string): Promise<StoredPublication | undefined> {
  const { data } = await Publications.get({ tenantId: tenantOf(), publicId }).go({ consistent: true });
  return data ? ofTenant<StoredPublication>(data) : undefined;
}

/** Writes the publication where it still has the version before; version 1 is the first. */
export const writePublication = (publication: StoredPublication) => {
  const next = { tenantId: tenantOf(), ...publication };
  return publication.version === 1
    ? Publications.create(next).params()
    : Publications.put(next)
        .where((at, op) => op.eq(at.version, publication.version - 1))
        .params();
};

/** Notes how a publication ended, where no later one has begun. */
export const endPublication = ({ publicId, version }: StoredPublication, end: Partial<StoredPublication>) =>
  Publications.patch({ tenantId: tenantOf(), publicId })
    .set(end)
    .where((at, op) => op.eq(at.version, version))
    .params();
