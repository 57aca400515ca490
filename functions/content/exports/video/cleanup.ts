import { commit, maxTransactionItems } from '#functions/kernel/table.ts';
import { exportFiles } from '../use-cases.ts';
import { deletePart, partsOf } from './store.ts';

/** Where a part lies until the parts are joined. */
export const partKey = (exportId: string, n: number) => `${exportId}/parts/${n}.mp4`;
/** The sound of a part; silence is shared by all parts of one length. */
export const soundKey = (exportId: string, n: number) => `${exportId}/parts/${n}.wav`;
export const silenceKey = (exportId: string, frames: number) => `${exportId}/parts/silence-${frames}.wav`;

/** Removes what the parts of a video have left: files first, then the items by which they are found. */
export async function removeParts(exportId: string): Promise<void> {
  for (const key of await exportFiles().list(`${exportId}/parts/`)) await exportFiles().remove(key);
  const parts = await partsOf(exportId);
  for (let at = 0; at < parts.length; at += maxTransactionItems)
    await commit(parts.slice(at, at + maxTransactionItems).map(({ n }) => deletePart(exportId, n)));
}
