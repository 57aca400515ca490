/** One turn, ms: who has a great deal to do goes on when all others have had theirs. */
const turnMs = 5_000;

/**
 * Works for many in turns, until nobody has anything left or the time is over.
 * @param turn works for one until an instant; answers whether nothing is left
 * @param deadline an instant in ms by `now`
 */
export async function inTurns<T>(
  all: readonly T[],
  turn: (one: T, until: number) => Promise<boolean>,
  deadline: number,
  now: () => number = Date.now,
): Promise<void> {
  // Begun elsewhere each time, or the last would have no turn while the time is too short for all.
  const from = Math.floor(Math.random() * all.length);
  for (let waiting = [...all.slice(from), ...all.slice(0, from)]; waiting.length > 0; ) {
    const left: T[] = [];
    for (const one of waiting) {
      if (now() >= deadline) return;
      if (!(await turn(one, Math.min(deadline, now() + turnMs)))) left.push(one);
    }
    waiting = left;
  }
}
