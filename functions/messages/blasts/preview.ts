import { importFiles } from '#functions/leads/api.ts';
import { countContacts } from './audience.ts';
import { type GivenContacts, readContacts } from './contacts-file.ts';

/** What a file of contacts holds, and how many of them would be texted. Nothing is made of it. @throws 400, 413 */
export async function previewContacts(given: GivenContacts) {
  const { key, ...read } = await readContacts(given);
  try {
    const audience = read.hasPhone ? await countContacts(key) : { reachable: 0, leftOut: [], more: false };
    return { ...read, ...audience };
  } finally {
    await importFiles().remove(key);
  }
}
