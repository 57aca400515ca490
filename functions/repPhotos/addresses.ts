import { mediaPath } from '#functions/kernel/media-path.ts';
import type { PreviewSize, RepPicture } from '#shared/model/rep-photo.ts';
import type { StoredPicture } from './store.ts';

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;
export const sizes: readonly PreviewSize[] = ['small', 'medium', 'large'];

/** The folder of all that a photo ever was. @param name the photo's id, or 'fallback' */
export const filesOf = (name: string) => `rep-photos/${name}`;
export const originalKey = ({ folder, mimeType }: Pick<StoredPicture, 'folder' | 'mimeType'>) =>
  `${folder}/photo.${endings[mimeType]}`;
export const previewKey = (
  { folder, previewType }: Pick<StoredPicture, 'folder' | 'previewType'>,
  size: PreviewSize,
) => `${folder}/${size}.${endings[previewType]}`;

/** A picture as calls answer it: addresses below the product's own. */
export function pictureView(stored: StoredPicture): RepPicture {
  const url = mediaPath(originalKey(stored));
  const preview = (size: PreviewSize) => mediaPath(previewKey(stored, size));
  return {
    fileSize: stored.fileSize,
    mimeType: stored.mimeType,
    uploadedAt: stored.uploadedAt,
    previewUrls: { small: preview('small'), medium: preview('medium'), large: preview('large') },
    thumbnailUrl: preview('small'),
    url,
    photoUrl: url,
  };
}
