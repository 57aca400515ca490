import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import {
  accepted,
  commit,
  connection,
  decisive,
  keys,
  model,
  ofTenant,
  readEvery,
} from '#functions/kernel/table.ts';
import { assetTypes } from '#shared/model/content.ts';

const Assets = new Entity(
  {
    model: model('asset'),
    attributes: {
      tenantId: { type: 'number', required: true },
      assetId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      assetType: { type: assetTypes, required: true },
      mimeType: { type: 'string', required: true },
      /** Key of the file below the tenant's media. */
      file: { type: 'string', required: true },
      /** Key of a video's picture, once a browser has taken one. */
      thumbnail: { type: 'string' },
      fileSize: { type: 'number', required: true },
      tags: { type: 'list', items: { type: 'string' }, required: true },
      usageCount: { type: 'number', required: true },
      processingStatus: { type: ['pending', 'completed'] as const, required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      /** Set while the upload has not arrived: an abandoned one goes by itself. */
      expiresAt: { type: 'number' },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'assetId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      library: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['processingStatus', 'createdAt'] },
      },
    },
  },
  connection,
);

export interface StoredAsset {
  assetId: string;
  name: string;
  assetType: (typeof assetTypes)[number];
  mimeType: string;
  file: string;
  thumbnail?: string;
  fileSize: number;
  tags: string[];
  usageCount: number;
  processingStatus: 'pending' | 'completed';
  createdAt: string;
  updatedAt: string;
  expiresAt?: number;
}

const own = (assetId: string) => ({ tenantId: tenantOf(), assetId });

export async function findAsset(assetId: string): Promise<StoredAsset | undefined> {
  const { data } = await Assets.get(own(assetId)).go({ consistent: true });
  return data ? ofTenant<StoredAsset>(data) : undefined;
}

/** Which of these assets are there, arrived or not. */
export async function assetsThere(assetIds: string[]): Promise<string[]> {
  const found = await readEvery(assetIds.map(own), (some) => Assets.get(some).go(decisive));
  return found.map((asset) => asset.assetId);
}

/** The uploaded assets of the tenant, newest first; an asset is under 1 kB. */
export async function allAssets(): Promise<StoredAsset[]> {
  const { data } = await Assets.query
    .library({ tenantId: tenantOf(), processingStatus: 'completed' })
    .go({ order: 'desc', pages: 'all' });
  return data.map(ofTenant<StoredAsset>);
}

export async function insertAsset(asset: StoredAsset): Promise<void> {
  await Assets.create({ tenantId: tenantOf(), ...asset }).go();
}

/** Completes an asset with the file that it keeps. @returns false when it is complete or gone already */
export async function markArrived(
  { assetId, createdAt }: StoredAsset,
  found: Pick<StoredAsset, 'file' | 'fileSize' | 'mimeType' | 'assetType' | 'updatedAt'>,
): Promise<boolean> {
  return accepted(
    commit(
      Assets.patch(own(assetId))
        .set({ ...found, processingStatus: 'completed' })
        .composite({ createdAt })
        .remove(['expiresAt'])
        .where(({ processingStatus }, { eq }) => eq(processingStatus, 'pending'))
        .params(),
    ),
  );
}

/** Notes where a video's picture lies; refused when it has one. */
export async function noteThumbnail({ assetId, createdAt }: StoredAsset, thumbnail: string): Promise<void> {
  await Assets.patch(own(assetId))
    .set({ thumbnail })
    .composite({ createdAt, processingStatus: 'completed' })
    .where((at, op) => op.notExists(at.thumbnail))
    .go();
}

/** Counts a use; an asset that is gone meanwhile is not counted. */
export async function countUse(assetId: string, uses: number): Promise<void> {
  await Assets.patch(own(assetId))
    .add({ usageCount: uses })
    .go()
    .catch(() => undefined);
}

export async function deleteAsset(assetId: string): Promise<void> {
  await Assets.delete(own(assetId)).go();
}
