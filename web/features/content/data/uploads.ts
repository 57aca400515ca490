import { type Asset, contentLimits } from '#shared/model/content.ts';
import { api, query } from '#web/app/api.ts';
import { refreshLists } from './refresh.ts';

export interface UploadOptions {
  tags?: string[];
  /** Percent, as the bytes leave. */
  onProgress?(percent: number): void;
  signal?: AbortSignal;
}

/** What the asset library takes (specification, section 5). */
export const acceptedFiles = 'image/*,video/*,audio/*,.pdf,.doc,.docx';

/** What is wrong with a file before it is sent, or undefined. */
export function fileProblem(file: Pick<File, 'name' | 'size' | 'type'>): string | undefined {
  if (file.size === 0) return `"${file.name}" is empty.`;
  const limit = file.type.startsWith('video/')
    ? contentLimits.upload.video
    : contentLimits.upload.assetLibrary;
  if (file.size <= limit) return undefined;
  const megabytes = Math.round(limit / 1024 / 1024);
  return file.type.startsWith('video/')
    ? `Video file is too large. Maximum size is ${megabytes}MB.`
    : `"${file.name}" is too large. Maximum size is ${megabytes}MB.`;
}

/** Sends a file straight to the bucket and records it in the library. @throws when any of the three steps fails */
export async function uploadAsset(file: File, options: UploadOptions = {}): Promise<Asset> {
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

export type AssetKind = 'image' | 'video' | 'audio';

const wrongKind: Record<AssetKind, string> = {
  image: 'Please select an image file',
  video: 'Please select a video file',
  audio: 'Please select an audio file',
};

/** The specification's sentence where the file is of another kind or too large, or undefined. */
export function problemOfKind(file: File, kind: AssetKind): string | undefined {
  return file.type.startsWith(`${kind}/`) ? fileProblem(file) : wrongKind[kind];
}

/** A presigned POST. XMLHttpRequest, as fetch does not tell how far an upload is. */
function postForm(
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
