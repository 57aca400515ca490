import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import { type WallWins, winsData, winsShownBy } from '#shared/model/wins-wall.ts';
import { keepAsking } from './keep-asking.ts';

/** How often a sign asks what was won, as a display's player asks for its plan; ms. */
const refreshMs = 10_000;

/**
 * Keeps today's wins on a sign up to date: tells `apply` what `data.wins` is each time that it is another. Does nothing
 * for a sign without such an element; without a network what was known stays.
 * @returns how to stop
 */
export function followWins(
  elements: readonly Element[],
  load: () => Promise<WallWins>,
  apply: (wins: JsonMap) => void,
): () => void {
  if (!winsShownBy(elements)) return () => undefined;
  let known = '';
  return keepAsking(async (isOver) => {
    const found = await load().catch(() => undefined);
    const text = JSON.stringify(found);
    if (found && text !== known && !isOver()) {
      known = text;
      apply(winsData(found));
    }
    return refreshMs;
  });
}
