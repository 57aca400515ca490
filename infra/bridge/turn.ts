import { createHmac } from 'node:crypto';

/** How long a phone without an end may relay its sound; ms. */
const longestMs = 24 * 3600_000;

/**
 * What opens a TURN server for one phone for as long as its password is good, by the scheme of coturn's
 * `use-auth-secret`: https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00
 */
export function turnAccess(
  { urls, secret }: { urls: string; secret: string },
  phone: string,
  expiresAt: string | null,
  now = Date.now(),
): { urls: string; username: string; credential: string } {
  const until = expiresAt ? Date.parse(expiresAt) : now + longestMs;
  const username = `${Math.floor(until / 1000)}:${phone}`;
  return { urls, username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
