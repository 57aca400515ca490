import { bucket, type FileStat } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { AppError, badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId, randomToken } from '#functions/kernel/ids.ts';
import { pictureHeadBytes, pictureProblem } from '#functions/kernel/pictures.ts';
import type { AssetUse } from '#shared/api/content.ts';
import type { Asset } from '#shared/model/content.ts';
import { trimEdges } from '#shared/model/text.ts';
import { assertTakes, sniff, sniffBytes } from './kinds.ts';
import {
  allAssets,
  deleteAsset,
  findAsset,
  insertAsset,
  markArrived,
  markRemoved,
  noteThumbnail,
  type StoredAsset,
} from './store.ts';
import { countAssetUses, isShown, usesOfAsset } from './uses.ts';

const media = () => bucket('media');
/** Where browsers send files to. A form may be used again for as long as it lives, so nothing is served from here. */
const uploads = () => bucket('uploads');

/**
 * How long caches may show a file without asking whether it is still there: one that is deleted is gone within a
 * minute, from the CDN too (cdk/stacks/web.ts). While the origin is down they may show it for a day.
 */
const mediaCacheControl = 'public, max-age=60, stale-if-error=86400';

/** How often a removed asset is looked at while something published shows it. */
const lookAgainMs = 3_600_000;

/** A day: an upload that has not arrived by then was given up. */
const pendingSeconds = 24 * 3600;

export function assetAnswer(stored: StoredAsset, usageCount = 0): Asset {
  const { assetId, file, thumbnail, expiresAt: _expiresAt, processingStatus, ...fields } = stored;
  const address = media().path(file);
  return {
    ...fields,
    usageCount,
    // One that is removed is answered as what it was: nobody is given it but those that show it.
    processingStatus: processingStatus === 'pending' ? 'pending' : 'completed',
    id: assetId,
    publicUrl: address,
    thumbnailUrl: thumbnail ? media().path(thumbnail) : stored.assetType === 'image' ? address : null,
  };
}

async function assetOr404(assetId: string): Promise<StoredAsset> {
  const asset = await findAsset(assetId);
  if (!asset || asset.processingStatus === 'removed') throw notFound('The asset');
  return asset;
}

/** The answer for one that may be used by now. */
const countedAnswer = async (asset: StoredAsset): Promise<Asset> =>
  assetAnswer(asset, (await countAssetUses()).get(asset.assetId));

/** A file's name as a key: letters, digits, dot, dash; the id keeps it unique. */
function fileKey(folder: string, name: string): string {
  const plain = trimEdges(name.normalize('NFKD').replace(/[^\w.-]+/g, '-'), /[-.]/).slice(-80);
  return `${folder}/${plain || 'file'}`;
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
  const { url, fields } = await uploads().uploadForm(asset.assetId, asset.mimeType, asset.fileSize);
  return { asset: assetAnswer(asset), upload: { url, fields } };
}

/**
 * Takes an arrived upload into the library, after looking at what it really is. Twice is once.
 *
 *   form ──▶ uploads/<asset> ── looked at ──▶ copied, if unchanged since ──▶ media/<asset>/…
 *
 * What is sent with the same form later lies in `uploads` and reaches nobody.
 * @throws 400 for a file that has not arrived or is not taken, which is removed; 409 for one sent again meanwhile
 */
export async function finishUpload(assetId: string): Promise<Asset> {
  const asset = await assetOr404(assetId);
  if (asset.processingStatus === 'completed') return countedAnswer(asset);
  const stat = await uploads().stat(assetId);
  if (!stat) throw badRequest('The file has not arrived yet. Upload it first.');
  try {
    const { mimeType, kind } = await typeOfUpload(assetId, stat);
    // Each copy has a name of its own: of two at once only that of the call which completes the asset is served.
    const file = fileKey(`${assetId}/${randomToken(6)}`, asset.name);
    const from = { area: 'uploads' as const, key: assetId, etag: stat.etag };
    if (!(await media().copyFrom(from, file, mimeType, mediaCacheControl)))
      throw conflict('The file was uploaded again while it was being checked. Please try again.');
    await completeWith(asset, file, { fileSize: stat.size, mimeType, assetType: kind });
  } catch (error) {
    if (error instanceof AppError && error.status === 400) {
      await uploads().remove(assetId);
      await deleteAsset(assetId);
    }
    throw error;
  }
  await uploads().remove(assetId);
  return assetAnswer(await assetOr404(assetId));
}

/** What an upload is by its bytes, and whether the library takes it. @throws 400 */
async function typeOfUpload(key: string, { size }: FileStat) {
  const { mimeType, kind } = await sniff(await uploads().head(key, sniffBytes));
  assertTakes(mimeType, size);
  if (kind === 'image') assertDecodable(await uploads().head(key, pictureHeadBytes), mimeType);
  return { mimeType, kind };
}

function assertDecodable(head: Buffer, mimeType: string): void {
  const problem = pictureProblem(head, mimeType);
  if (problem) throw badRequest(problem);
}

/** Completes the asset with a file that lies in its place, or removes the file where another call was first. */
async function completeWith(
  asset: StoredAsset,
  file: string,
  found: Pick<StoredAsset, 'fileSize' | 'mimeType' | 'assetType'>,
): Promise<void> {
  if (!(await markArrived(asset, { ...found, file, updatedAt: clock.iso() }))) await media().remove(file);
}

/** Uploads a small file in one call. */
export async function uploadAsset(
  file: Blob,
  name: string | undefined,
  tags: string | undefined,
): Promise<Asset> {
  const bytes = Buffer.from(await file.arrayBuffer());
  if (bytes.length === 0) throw badRequest('The file is empty.');
  const { mimeType, kind } = await sniff(bytes.subarray(0, sniffBytes));
  if (kind === 'image') assertDecodable(bytes, mimeType);
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
  await media().put(asset.file, bytes, mimeType, mediaCacheControl);
  await completeWith(asset, asset.file, { fileSize: bytes.length, mimeType, assetType: kind });
  return assetAnswer(await assetOr404(asset.assetId));
}

/**
 * Keeps the picture that a browser took of a video. The first one stays: many tabs may send theirs at once.
 * @throws 400 for another asset than a video, or for bytes that are no JPEG
 */
export async function setThumbnail(assetId: string, image: string): Promise<Asset> {
  const asset = await assetOr404(assetId);
  if (asset.assetType !== 'video' || asset.processingStatus !== 'completed')
    throw badRequest('Only a video that has arrived takes a thumbnail.');
  if (asset.thumbnail) return countedAnswer(asset);
  const bytes = Buffer.from(image, 'base64');
  const { mimeType } = await sniff(bytes.subarray(0, sniffBytes));
  if (mimeType !== 'image/jpeg') throw badRequest('A thumbnail is a JPEG picture.');
  const key = `${assetId}/thumbnail.jpg`;
  await media().put(key, bytes, mimeType, mediaCacheControl);
  // Where somebody else's came first, it is the same key and as good a picture.
  await noteThumbnail(asset, key);
  return countedAnswer(await assetOr404(assetId));
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
  const [all, uses] = await Promise.all([allAssets(), countAssetUses()]);
  const found = all.filter(
    (asset) =>
      (!type || asset.assetType === type) &&
      (!tag || asset.tags.includes(tag)) &&
      (!needle || `${asset.name}\n${asset.tags.join('\n')}`.toLocaleLowerCase().includes(needle)),
  );
  const start = (page - 1) * limit;
  return {
    assets: found.slice(start, start + limit).map((asset) => assetAnswer(asset, uses.get(asset.assetId))),
    pagination: { page, limit, total: found.length, pages: Math.ceil(found.length / limit) },
  };
}

export async function assetUses(assetId: string): Promise<AssetUse[]> {
  await assetOr404(assetId);
  return usesOfAsset(assetId);
}

/**
 * Takes an asset out of the library. Its file stays for as long as a published sign or a playlist shows it, and goes
 * with the last of them; elements that show it show a placeholder then.
 * @param inUse also where something uses it
 * @throws 404; 409 'in_use' with how many places use it, unless `inUse`
 */
export async function removeAsset(assetId: string, inUse: boolean): Promise<void> {
  const asset = await assetOr404(assetId);
  const uses = await usesOfAsset(assetId);
  if (uses.length > 0 && !inUse)
    throw conflict(`“${asset.name}” is in use. Delete it with inUse=true.`, { uses: uses.length }, 'in_use');
  if (isShown(uses)) await markRemoved(asset, clock.now() + lookAgainMs);
  else await removeFiles(asset);
}

async function removeFiles(asset: StoredAsset): Promise<void> {
  await media().remove(asset.file);
  if (asset.thumbnail) await media().remove(asset.thumbnail);
  await deleteAsset(asset.assetId);
}

/** The sweeper's part: removes the files of a removed asset that nothing published shows any more. */
export const removedAssetWork: DueWork = {
  async look(assetId) {
    const asset = await findAsset(assetId);
    if (asset?.processingStatus !== 'removed') return undefined;
    if (isShown(await usesOfAsset(assetId))) return clock.now() + lookAgainMs;
    await removeFiles(asset);
    return undefined;
  },
  earlier: async () => [],
};
