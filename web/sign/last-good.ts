import type { PublicContent } from '#shared/api/content.ts';
import { store, stored } from '#web/ui/browser-storage.ts';

const key = (publicId: string) => `dealbell-sign-${publicId}`;

/** The last version that was shown, kept in the browser; a full or forbidden storage is no reason to fail. */
export const lastGood = (publicId: string): PublicContent | undefined =>
  stored(key(publicId)) as PublicContent | undefined;

export const remember = (publicId: string, content: PublicContent): boolean => store(key(publicId), content);
