import { type Asset, contentLimits } from '#shared/model/content.ts';
import type { Size } from '#shared/model/geometry.ts';
import { pictureSizeProblem } from '#shared/model/picture-size.ts';

type Named = Pick<File, 'name' | 'size' | 'type'>;

/** What the asset library takes (specification, section 5). */
export const acceptedFiles = 'image/*,video/*,audio/*,.pdf,.doc,.docx';

const { upload } = contentLimits;

/** What is wrong with a file before it is sent to the library, or undefined. */
export const libraryProblem = (file: Named): string | undefined => fileProblem(file, upload.assetLibrary);

/** What is wrong with an element's file, or undefined. @param most bytes, except of a video, which has its own limit */
export function fileProblem(file: Named, most: number = upload.elementFile): string | undefined {
  if (file.size === 0) return `"${file.name}" is empty.`;
  const isVideo = file.type.startsWith('video/');
  const limit = isVideo ? upload.video : most;
  if (file.size <= limit) return undefined;
  const megabytes = Math.round(limit / 1024 / 1024);
  return isVideo
    ? `Video file is too large. Maximum size is ${megabytes}MB.`
    : `"${file.name}" is too large. Maximum size is ${megabytes}MB.`;
}

/** What is wrong with an image of so many px, or undefined; drawings have no px of their own. */
export function pixelProblem(file: Named, size: Size | undefined): string | undefined {
  if (!size || file.type === 'image/svg+xml') return undefined;
  return pictureSizeProblem(size, `"${file.name}"`);
}

export type AssetKind = 'image' | 'video' | 'audio';

const wrongKind: Record<AssetKind, string> = {
  image: 'Please select an image file',
  video: 'Please select a video file',
  audio: 'Please select an audio file',
};

/** The specification's sentence where the file is of another kind or too large, or undefined. */
export function problemOfKind(file: Named, kind: AssetKind): string | undefined {
  return file.type.startsWith(`${kind}/`) ? fileProblem(file) : wrongKind[kind];
}

const pictureName = /\.(png|jpe?g|gif|webp|avif|bmp|svg|tiff?|heic)$/i;
const documentName = /\.(pdf|docx?)$/i;

export type Dropped = { kind: AssetKind; problem?: undefined } | { kind?: undefined; problem: string };

export const unsupported = (type: Asset['assetType']) => `Asset type "${type}" is not supported yet`;

/** What a file is that was dropped on the canvas or pasted there, or why it cannot lie there (section 5). */
export function droppedFile(file: Named): Dropped {
  const kind = (['image', 'video', 'audio'] as const).find((one) => file.type.startsWith(`${one}/`));
  if (kind) {
    const problem = fileProblem(file);
    return problem ? { problem } : { kind };
  }
  if (documentName.test(file.name)) return { problem: unsupported('document') };
  if (pictureName.test(file.name)) return { problem: wrongKind.image };
  return { problem: 'Please drop a valid video file (MP4, WebM, OGV)' };
}
