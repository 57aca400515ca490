import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import { floorShownBy, type ShownFloor, type SignFloor } from '#shared/model/sign-floor.ts';
import { keepAsking } from './keep-asking.ts';

/** How often a sign asks how the floor is; ms. */
const refreshMs = 5_000;
/** What was heard so long ago is no longer shown as if it were so now; ms. */
const staleMs = 30_000;

/** A floor whose times are moved to this machine's clock, which may be wrong. */
function byOwnClock(floor: SignFloor, now: number): ShownFloor {
  const ahead = now - Date.parse(floor.at);
  const moved = (at: string) => new Date(Date.parse(at) + ahead).toISOString();
  return {
    ...floor,
    at: moved(floor.at),
    ...(floor.states && {
      states: floor.states.map((one) => ({ ...one, since: one.since && moved(one.since) })),
    }),
    ...(floor.agents && { agents: floor.agents.map((one) => ({ ...one, since: moved(one.since) })) }),
    ...(floor.waiting && {
      waiting: { ...floor.waiting, since: floor.waiting.since && moved(floor.waiting.since) },
    }),
  };
}

/**
 * Keeps the live floor of a sign up to date: tells `apply` what `data.floor` is every five seconds, and once that it is no
 * longer so when the network is gone. Does nothing for a sign without one.
 * @returns how to stop
 */
export function followFloor(
  elements: readonly Element[],
  load: () => Promise<SignFloor>,
  apply: (floor: JsonMap) => void,
): () => void {
  if (!floorShownBy(elements)) return () => undefined;
  let last: { at: number; floor: ShownFloor } | undefined;
  const show = (floor: ShownFloor) => apply(floor as unknown as JsonMap);
  return keepAsking(async (isOver) => {
    const told = await load().catch(() => undefined);
    if (isOver()) return refreshMs;
    const now = Date.now();
    if (told) {
      last = { at: now, floor: byOwnClock(told, now) };
      show(last.floor);
    } else if (last && !last.floor.isStale && now - last.at >= staleMs) {
      last.floor = { ...last.floor, isStale: true };
      show(last.floor);
    }
    return refreshMs;
  });
}
