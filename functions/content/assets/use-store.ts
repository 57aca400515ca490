import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';

/**
 * Which assets a drawing shows, as it was read last. What is kept is derived from the drawing alone: where `readOf` no
 * longer fits, it is read again, so that no save has to keep it true.
 */
const DrawnAssets = entity('drawnassets', {
  fields: z.object({
    /** `prj_…`, `tpl_…`, or `pub_…` for the snapshot that is published. */
    drawingId: z.string(),
    /** The state of the drawing that was read. */
    readOf: z.string(),
    /** In how many elements each asset is; a canvas background counts as one. */
    counts: z.custom<Record<string, number>>(),
  }),
  key: { partition: [], sort: ['drawingId'], casing: 'none' },
});
export type DrawnAssets = Stored<typeof DrawnAssets>;

export const allDrawnAssets = (): Promise<DrawnAssets[]> => DrawnAssets.all('key');

export const keepDrawnAssets = (read: readonly DrawnAssets[]): Promise<void> => DrawnAssets.putEvery(read);

export const forgetDrawnAssets = (drawingIds: readonly string[]): Promise<void> =>
  DrawnAssets.removeEvery(drawingIds.map((drawingId) => ({ drawingId })));
