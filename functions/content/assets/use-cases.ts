import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import type { Asset } from '#shared/model/content.ts';
import { assertTakes, sniff, sniffBytes } from './kinds.ts';
import {
  allAssets,
  deleteAsset,
  findAsset,
  insertAsset,
  markArrived,
  noteThumbnail,
  type StoredAsset,
} from './store.ts';

const media = () => bucket('media');

/** A day: an upload that has not arrived by then was given up. */
const pendingSeconds = 24 * 3600;

export function assetAnswer(stored: StoredAsset): Asset {
  const { assetId, file, thumbnail, expiresAt: _expiresAt, ...fields } = stored;
  const address = media().path(file);
  return {
    ...fields,
    id: assetId,
    publicUrl: address,
    thumbnailUrl: thumbnail ? media().path(thumbnail) : stored.assetType === 'image' ? address : null,
  };
}

async function assetOr404(assetId: string): Promise<StoredAsset> {
  const asset = await findAsset(assetId);
  if (!asset) throw notFound('The asset');
  return asset;
}

/** A file's name as a key: letters, digits, dot, dash; the id keeps it unique. */
function fileKey(assetId: string, name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(-80);
  return `${assetId}/${plain || 'file'}`;
}

interface NewAsset {
  name: string;
  tags: string[];
  mimeType: string;
  fileSize: number;
}

function draft({ name, tags, mimeType, fileSize }: NewAsset): StoredAsset {
  const assetId = newId('ast');
  const at = clock.iso();
  return {
    assetId,
    name,
    tags,
    mimeType,
    fileSize,
    assetType: assertTakes(mimeType, fileSize),
    file: fileKey(assetId, name),
    usageCount: 0,
    processingStatus: 'pending',
    createdAt: at,
    updatedAt: at,
    expiresAt: clock.seconds() + pendingSeconds,
  };
}

/** A form for uploading straight to the bucket, and the asset it will become by `finishUpload`. */
export async function startUpload(wanted: NewAsset) {
  const asset = draft(wanted);
  await insertAsset(asset);
  const { url, fields } = await media().uploadForm(asset.file, asset.mimeType, asset.fileSize);
  return { asset: assetAnswer(asset), upload: { url, fields } };
}

/** Takes an arrived upload into the library, after looking at what it really is. Twice is once. */
export async function finishUpload(assetId: string): Promise<Asset> {
  const asset = await assetOr404(assetId);
  if (asset.processingStatus === 'completed') return assetAnswer(asset);
  const stat = await media().stat(asset.file);
  if (!stat) throw badRequest('The file has not arrived yet. Upload it first.');
  try {
    const { mimeType, kind } = await sniff(await media().head(asset.file, sniffBytes));
    assertTakes(mimeType, stat.size);
    // The browser is told the type that the bytes have, not the one that was claimed.
    if (mimeType !== stat.contentType) await media().retype(asset.file, mimeType);
    await markArrived(asset, { fileSize: stat.size, mimeType, assetType: kind, updatedAt: clock.iso() });
  } catch (error) {
    await media().remove(asset.file);
    await deleteAsset(assetId);
    throw error;
  }
  return assetAnswer(await assetOr404(assetId));
}

/** Uploads a small file in one call. */
export async function uploadAsset(
  file: Blob,
  name: string | undefined,
  tags: string | undefined,
): Promise<Asset> {
  const bytes = Buffer.from(await file.arrayBuffer());
  if (bytes.length === 0) throw badRequest('The file is empty.');
  const { mimeType } = await sniff(bytes.subarray(0, sniffBytes));
  const given = file instanceof File ? file.name : '';
  const asset = draft({
    name: name ?? (given.slice(0, 120) || 'Untitled'),
    tags: [
      ...new Set(
        (tags ?? '')
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ].slice(0, 20),
    mimeType,
    fileSize: bytes.length,
  });
  await insertAsset(asset);
  await media().put(asset.file, bytes, mimeType, 'public, max-age=31536000, immutable');
  return finishUpload(asset.assetId);
}

/**
 * Keeps the picture that a browser took of a video. The first one stays: many tabs may send theirs at once.
 * @throws 400 for another asset than a video, or for bytes that are no JPEG
 */
export async function setThumbnail(assetId: string, image: string): Promise<Asset> {
  const asset = await assetOr404(assetId);
  if (asset.assetType !== 'video' || asset.processingStatus !== 'completed')
    throw badRequest('Only a video that has arrived takes a thumbnail.');
  if (asset.thumbnail) return assetAnswer(asset);
  const bytes = Buffer.from(image, 'base64');
  const { mimeType } = await sniff(bytes.subarray(0, sniffBytes));
  if (mimeType !== 'image/jpeg') throw badRequest('A thumbnail is a JPEG picture.');
  const key = `${assetId}/thumbnail.jpg`;
  await media().put(key, bytes, mimeType, 'public, max-age=31536000, immutable');
  await noteThumbnail(asset, key).catch((error) => {
    // Somebody else's came first; it is the same key and as good a picture.
    if (!/conditional/i.test(String(error))) throw error;
  });
  return assetAnswer(await assetOr404(assetId));
}

interface AssetQuery {
  page: number;
  limit: number;
  search?: string | undefined;
  type?: Asset['assetType'] | undefined;
  tag?: string | undefined;
}

export async function listAssets({ page, limit, search, type, tag }: AssetQuery) {
  const needle = search?.toLocaleLowerCase();
  const found = (await allAssets()).filter(
    (asset) =>
      (!type || asset.assetType === type) &&
      (!tag || asset.tags.includes(tag)) &&
      (!needle || `${asset.name}\n${asset.tags.join('\n')}`.toLocaleLowerCase().includes(needle)),
  );
  const start = (page - 1) * limit;
  return {
    assets: found.slice(start, start + limit).map(assetAnswer),
    pagination: { page, limit, total: found.length, pages: Math.ceil(found.length / limit) },
  };
}

export async function removeAsset(assetId: string): Promise<void> {
  const asset = await assetOr404(assetId);
  await media().remove(asset.file);
  if (asset.thumbnail) await media().remove(asset.thumbnail);
  await deleteAsset(assetId);
}
