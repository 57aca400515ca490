import { mediaPath } from '#functions/kernel/media-path.ts';
import { findAsset } from './store.ts';

/** The address of a sound of the library below the CDN's root; undefined where it is there no longer. */
export async function soundAddress(assetId: string): Promise<string | undefined> {
  const asset = await findAsset(assetId);
  const isThere = asset?.processingStatus === 'completed' && asset.assetType === 'audio';
  return isThere ? mediaPath(asset.file) : undefined;
}
