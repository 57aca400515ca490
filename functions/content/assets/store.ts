import { z } from 'zod';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { assetTypes } from '#shared/model/content.ts';

const Assets = entity('asset', {
  fields: z.object({
    assetId: z.string(),
    name: z.string(),
    assetType: z.enum(assetTypes),
    mimeType: z.string(),
    /** Key of the file below the tenant's media. */
    file: z.string(),
    /** Key of a video's picture, once a browser has taken one. */
    thumbnail: z.string().optional(),
    fileSize: z.number(),
    tags: z.array(z.string()),
    /** 'removed': no longer in the library, but its file is kept for what is published. */
    processingStatus: z.enum(['pending', 'completed', 'removed']),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Set while the upload has not arrived: an abandoned one goes by itself. */
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['assetId'], sort: [] },
  due: true,
  indexes: { library: { index: 'gsi1', partition: [], sort: ['processingStatus', 'createdAt'] } },
});
export type StoredAsset = Stored<typeof Assets>;

export const findAsset = (assetId: string): Promise<StoredAsset | undefined> => Assets.find({ assetId });

/** Which of these assets are there, arrived or not. */
export async function assetsThere(assetIds: string[]): Promise<string[]> {
  const found = await Assets.findMany(assetIds.map((assetId) => ({ assetId })));
  return found.map(({ assetId }) => assetId);
}

/** The uploaded assets of the tenant, newest first; an asset is under 1 kB. */
export const allAssets = (): Promise<StoredAsset[]> =>
  Assets.all('library', { processingStatus: 'completed' }, { order: 'desc' });

export const insertAsset = (asset: StoredAsset): Promise<void> => writeOne(Assets.insert(asset));

/** Completes an asset with the file that it keeps. @returns false when it is complete or gone already */
export const markArrived = (
  { assetId, createdAt }: StoredAsset,
  found: Pick<StoredAsset, 'file' | 'fileSize' | 'mimeType' | 'assetType' | 'updatedAt'>,
): Promise<boolean> =>
  accepted(
    commit(
      Assets.patch({ assetId })
        .set({ ...found, processingStatus: 'completed' })
        .composite({ createdAt })
        .remove(['expiresAt'])
        .where(({ processingStatus }, { eq }) => eq(processingStatus, 'pending'))
        .params(),
    ),
  );

/** Notes where a video's picture lies. @returns false when it has one already */
export const noteThumbnail = ({ assetId }: StoredAsset, thumbnail: string): Promise<boolean> =>
  accepted(
    writeOne(
      Assets.patch({ assetId })
        .set({ thumbnail })
        .where(
          (at, { eq, notExists }) => `${notExists(at.thumbnail)} AND ${eq(at.processingStatus, 'completed')}`,
        )
        .params(),
    ),
  );

/**
 * Takes an asset out of the library and keeps its file; the sweeper looks at it then.
 * @param lookAt ms since 1970
 */
export const markRemoved = ({ assetId, createdAt }: StoredAsset, lookAt: number): Promise<void> =>
  writeOne(
    Assets.patch({ assetId })
      .set({ processingStatus: 'removed', ...dueAt('removedAsset', assetId, lookAt) })
      .composite({ createdAt })
      .params(),
  );

export const deleteAsset = (assetId: string): Promise<void> => writeOne(Assets.remove({ assetId }));
