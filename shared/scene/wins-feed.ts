import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import { type WallWins, winsData, winsShownBy } from '#shared/model/wins-wall.ts';

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
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const look = async () => {
    const found = await load().catch(() => undefined);
    if (isOver) return;
    const text = found && JSON.stringify(found);
    if (found && text !== known) {
      known = text!;
      apply(winsData(found));
    }
    timer = setTimeout(() => void look(), refreshMs);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
