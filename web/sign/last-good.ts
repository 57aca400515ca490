import type { PublicContent } from '#shared/api/content.ts';

const key = (publicId: string) => `dealbell-sign-${publicId}`;

/** The last version that was shown, kept in the browser; a full or forbidden storage is no reason to fail. */
export function lastGood(publicId: string): PublicContent | undefined {
  try {
    const kept = localStorage.getItem(key(publicId));
    return kept ? (JSON.parse(kept) as PublicContent) : undefined;
  } catch {
    return undefined;
  }
}

export function remember(publicId: string, content: PublicContent): void {
  try {
    localStorage.setItem(key(publicId), JSON.stringify(content));
  } catch {
    // Without storage the sign still shows; it only forgets at a reload without a network.
  }
}
