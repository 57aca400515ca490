import { pictureView } from './addresses.ts';
import { findFallback, findPhotoOf } from './store.ts';

/** The face of a rep on signs and in mails: addresses below the product's own. */
export interface RepFace {
  photo?: string;
  name?: string;
  title?: string;
}

/** What the library knows of who has this address; the photo is the workspace's fallback where they have none. */
export async function repFace(email: string): Promise<RepFace> {
  const found = await findPhotoOf(email);
  const picture = found ?? (await findFallback());
  return {
    ...(picture ? { photo: pictureView(picture).previewUrls.large } : {}),
    ...(found?.repName ? { name: found.repName } : {}),
    ...(found?.repTitle ? { title: found.repTitle } : {}),
  };
}

/** A rep with what the library adds to what is known of them already, which stays. */
export async function repOf<T extends { email?: unknown }>(known: T): Promise<T & RepFace> {
  const { email } = known;
  return typeof email === 'string' && email.includes('@') ? { ...(await repFace(email)), ...known } : known;
}
