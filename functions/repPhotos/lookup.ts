import { pictureView } from './addresses.ts';
import { findFallback, findPhotoOf, findPhotosOf, type StoredPhoto, type StoredPicture } from './store.ts';

/** The face of a rep on signs and in mails: addresses below the product's own. */
export type RepFace = { photo?: string; name?: string; title?: string };

function faceOf(found: StoredPhoto | undefined, fallback: StoredPicture | undefined): RepFace {
  const picture = found ?? fallback;
  return {
    ...(picture ? { photo: pictureView(picture).previewUrls.large } : {}),
    ...(found?.repName ? { name: found.repName } : {}),
    ...(found?.repTitle ? { title: found.repTitle } : {}),
  };
}

/** A rep with what the library adds to what is known of them already, which stays; the fallback where it has none. */
export async function repOf<T extends { email?: unknown }>(known: T): Promise<T & RepFace> {
  const { email } = known;
  if (typeof email !== 'string' || !email.includes('@')) return known;
  const found = await findPhotoOf(email);
  return { ...faceOf(found, found ? undefined : await findFallback()), ...known };
}

/** The same for many, by their addresses. @param emails in small letters */
export async function facesOf(emails: string[]): Promise<ReadonlyMap<string, Record<string, string>>> {
  const [photos, fallback] = await Promise.all([findPhotosOf(emails), findFallback()]);
  const byEmail = new Map(photos.map((photo) => [photo.repEmail, photo]));
  return new Map(emails.map((email) => [email, faceOf(byEmail.get(email), fallback)]));
}
