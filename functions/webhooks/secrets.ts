import { createHash, timingSafeEqual } from 'node:crypto';
import { seal, unsealRemembered } from '#functions/kernel/secrets.ts';

/** What each sealed secret is for; one cannot be opened as another. */
export const purposes = {
  token: 'webhook-token',
  signing: 'webhook-signing',
} as const;
type Purpose = keyof typeof purposes;

/** undefined keeps what there is, null removes it, and a text is sealed in its place. */
export async function changedSecret(
  purpose: Purpose,
  before: string | undefined,
  given: string | null | undefined,
): Promise<string | undefined> {
  if (given === undefined) return before;
  return given === null ? undefined : seal(purposes[purpose], given);
}

export const openSecret = (purpose: Purpose, sealed: string): Promise<string> =>
  unsealRemembered(purposes[purpose], sealed);

/** Compares by hashes of one length, in constant time. */
export function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
