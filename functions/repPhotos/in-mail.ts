import { countedUse } from './uses.ts';

/** Photos in one mail that are counted; nobody signs by more. */
const most = 5;

/** The writes that count the photos which a mail shows, for the transaction that tells once that it went out. */
export function photosInMail(html: string): object[] {
  const ids = [...html.matchAll(/\/rep-photos\/(rph_[\w-]{20,40})\//g)].map(([, id]) => id!);
  return [...new Set(ids)].slice(0, most).map((id) => countedUse(id, 'emailSignatures'));
}
