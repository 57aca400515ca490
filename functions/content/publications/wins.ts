import { asVisitor } from '#functions/kernel/actor.ts';
import { hook } from '#functions/kernel/hook.ts';
import { answerHeader } from '#functions/kernel/http-context.ts';
import { type WallWins, type WinsShown, winsShownBy } from '#shared/model/wins-wall.ts';
import { publicElements, tenantOfAddress } from './read.ts';

/** What celebrations do for signs, which know nothing of them: what was won today, as much of it as is shown. */
export const winsOfDay = hook<[shown: WinsShown], WallWins>('winsOfDay');

/** What was won today, of a published sign that shows it; nothing for any other. @throws 404 */
export async function publicWins(publicId: string): Promise<WallWins> {
  return asVisitor(tenantOfAddress(publicId), async () => {
    const shown = winsShownBy(await publicElements(publicId));
    answerHeader('cache-control', 'no-store');
    answerHeader('access-control-allow-origin', '*');
    return shown ? winsOfDay.run(shown) : { wins: [], total: null };
  });
}
