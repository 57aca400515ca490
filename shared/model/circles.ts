/**
 * Places of a graph at which a way comes back to itself without a rest in between, so that whoever goes along it would
 * go for ever.
 * @param nextOf where the ways out of a place lead; those that are not among `ids` are left out
 * @param rests whether going on from a place takes somebody's act, or time
 */
export function circlesWithoutRest(
  ids: readonly string[],
  nextOf: (id: string) => readonly (string | null | undefined)[],
  rests: (id: string) => boolean,
): Set<string> {
  const there = new Set(ids);
  const state = new Map<string, 'open' | 'closed'>();
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (!there.has(id) || rests(id) || state.get(id) === 'closed') return;
    if (state.get(id) === 'open') {
      found.add(id);
      return;
    }
    state.set(id, 'open');
    for (const next of nextOf(id)) if (next) visit(next);
    state.set(id, 'closed');
  };
  for (const id of ids) visit(id);
  return found;
}
