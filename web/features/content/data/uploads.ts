import { type Asset, contentLimits } from '#shared/model/content.ts';
import { api, query } from '#web/app/api.ts';
import { pixelProblem } from './file-checks.ts';
import { refreshLists } from './refresh.ts';

export { type AssetKind, acceptedFiles, libraryProblem, problemOfKind } from './file-checks.ts';

export interface UploadOptions {
  tags?: string[];
  /** Percent, as the bytes leave. */
  onProgress?(percent: number): void;
  signal?: AbortSignal;
}

/** An image's size in px, from its head alone: nothing is decoded. Undefined where the browser knows no such image. */
async function imageSize(file: File): Promise<{ width: number; height: number } | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Sends a file straight to the bucket and records it in the library.
 * @throws when it is a picture too large to be drawn, or when any of the three steps fails
 */
export async function uploadAsset(file: File, options: UploadOptions = {}): Promise<Asset> {
  if (file.type.startsWith('image/')) {
    const problem = pixelProblem(file, await imageSize(file));
    if (problem) throw new Error(problem);
  }
  const { asset, upload } = await api.content.startUpload({
    name: file.name.slice(0, contentLimits.nameLength),
    tags: options.tags ?? [],
    mimeType: file.type || 'application/octet-stream',
    fileSize: file.size,
  });
  await postForm(upload, file, options);
  const finished = await api.content.finishUpload({ id: asset.id });
  await refreshLists(query.content.listAssets.key());
  return finished;
}

/** A presigned POST. XMLHttpRequest, as fetch does not tell how far an upload is. */
export function postForm(
  { url, fields }: { url: string; fields: Record<string, string> },
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress?.(Math.round((loaded / Math.max(1, total)) * 100));
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new Error(`The upload of "${file.name}" was refused (${request.status}).`));
    request.onerror = () =>
      reject(new Error(`The upload of "${file.name}" was interrupted. Please try again.`));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
