import { notFound } from '#functions/kernel/errors.ts';
import { hook } from '#functions/kernel/hook.ts';
import { type FloorParts, floorShownBy, type SignFloor } from '#shared/model/sign-floor.ts';
import { chartsAskedBy, type SignChart } from '#shared/model/sign-reports.ts';
import { type WallWins, type WinsShown, winsShownBy } from '#shared/model/wins-wall.ts';
import { chartsOfSigns } from '../variables/charts.ts';
import { answerForSign } from './read.ts';
import { findPublication } from './store.ts';

/*
 * What a published sign shows of this moment. Content knows nothing of celebrations and of the exchange, which are built
 * on others: the function's entry registers them.
 */

/** What was won today, as much of it as is shown. */
export const winsOfDay = hook<[shown: WinsShown], WallWins>('winsOfDay');
/** The floor of the workspace, as much of it as is shown. */
export const floorOfSigns = hook<[FloorParts], SignFloor>('floorOfSigns');

/** The CDN keeps figures so long, in seconds, and asks once for all displays of a sign. */
const figuresKept = 30;

/** The figures of the charts that a published sign shows, and of no others. @throws 404 */
export const publicCharts = (publicId: string): Promise<{ charts: SignChart[] }> =>
  answerForSign(publicId, `public, max-age=${figuresKept}`, async (elements) => {
    const asked = chartsAskedBy(elements);
    if (asked.length === 0) return { charts: [] };
    const publishedBy = (await findPublication(publicId))?.publishedBy;
    return { charts: await chartsOfSigns.run(asked, publishedBy) };
  });

/** What was won today, of a published sign that shows it; nothing for any other. @throws 404 */
export const publicWins = (publicId: string): Promise<WallWins> =>
  answerForSign(publicId, 'no-store', async (elements) => {
    const shown = winsShownBy(elements);
    return shown ? winsOfDay.run(shown) : { wins: [], total: null };
  });

/** The floor as it is now, as far as a sign shows it; a sign without one is told nothing. @throws 404 */
export const publicFloor = (publicId: string): Promise<SignFloor> =>
  // Agents' names are in no cache.
  answerForSign(publicId, 'no-store', async (elements) => {
    const parts = floorShownBy(elements);
    if (!parts) throw notFound('The floor');
    return floorOfSigns.run(parts);
  });
