import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';

const Publications = entity('publication', {
  fields: z.object({
    publicId: z.string(),
    projectId: z.string(),
    /** Counts the publications of the project; each has its own snapshot and its own address. */
    version: z.number(),
    status: z.enum(['publishing', 'published', 'failed', 'not_published']),
    publishedAt: z.string().optional(),
    /** The user who did: figures on it are those that they may see. Absent where no person did. */
    publishedBy: z.string().optional(),
    errorMessage: z.string().optional(),
    updatedAt: z.string(),
  }),
  key: { partition: ['publicId'], sort: [], casing: 'none' },
});
export type StoredPublication = Stored<typeof Publications>;

export const findPublication = (publicId: string): Promise<StoredPublication | undefined> =>
  Publications.find({ publicId });

/** Those of them that there are, published or not. */
export const findPublications = (publicIds: readonly string[]): Promise<StoredPublication[]> =>
  Publications.findMany(publicIds.map((publicId) => ({ publicId })));

/** Writes the publication where it still has the version before; version 1 is the first. */
export const writePublication = (publication: StoredPublication) =>
  Publications.put(publication, ifVersion(publication.version - 1));

/** Notes how a publication ended, where no later one has begun. */
export const endPublication = ({ publicId, version }: StoredPublication, end: Partial<StoredPublication>) =>
  Publications.patch({ publicId }).set(end).params(ifVersion(version));
