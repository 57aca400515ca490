/** What the rules of layers need to know of an element. */
export interface Layered {
  id: string;
  layerOrder: number;
  position?: { z?: number };
}

export interface LayerChange {
  id: string;
  layerOrder: number;
}

export type LayerMove = 'front' | 'back' | 'forward' | 'backward';

/** The specification's toasts (section 4). */
export const layerToasts = {
  front: 'Moved to front',
  back: 'Moved to back',
  forward: 'Moved forward',
  backward: 'Moved backward',
  atFront: 'Already at the front',
  atBack: 'Already at the back',
} as const;

/** Elements from the back to the front: by layerOrder, then z, then as they stand in the list. */
export function inLayerOrder<E extends Layered>(elements: readonly E[]): E[] {
  return [...elements].sort(
    (a, b) => a.layerOrder - b.layerOrder || (a.position?.z ?? 0) - (b.position?.z ?? 0),
  );
}

/** The layer order of an element that is added on top of the others; the first one gets 0. */
export function nextLayerOrder(elements: readonly Layered[]): number {
  return elements.reduce((highest, { layerOrder }) => Math.max(highest, layerOrder), -1) + 1;
}

/** Whether elements can still go forward and backward: the layer buttons are disabled at the ends. */
export function layerEnds(
  elements: readonly Layered[],
  ids: readonly string[],
): { atFront: boolean; atBack: boolean } {
  const ordered = inLayerOrder(elements);
  const moved = new Set(ids);
  const allMoved = (part: readonly Layered[]) => part.every(({ id }) => moved.has(id));
  return { atFront: allMoved(ordered.slice(-moved.size)), atBack: allMoved(ordered.slice(0, moved.size)) };
}

/** The sequence after each of the moved has gone one step past its neighbour; those that are at the end wait there. */
function stepped(ordered: readonly Layered[], moved: ReadonlySet<string>, upward: boolean): Layered[] {
  const sequence = upward ? [...ordered].reverse() : [...ordered];
  for (let index = 1; index < sequence.length; index++) {
    const [before, present] = [sequence[index - 1]!, sequence[index]!];
    if (!moved.has(present.id) || moved.has(before.id)) continue;
    sequence[index - 1] = present;
    sequence[index] = before;
  }
  return upward ? sequence.reverse() : sequence;
}

/**
 * Moves elements among the layers, which keep their order among themselves: to the front is highest+1, to the back
 * lowest-1, a step swaps with the nearest neighbour. Answers the changed orders and the toast to show; at the ends
 * nothing changes. Where other elements share an order that a swap needs, it would jump over them, so everything is
 * numbered again.
 */
export function moveLayers(
  elements: readonly Layered[],
  ids: readonly string[],
  move: LayerMove,
): { changes: LayerChange[]; toast: string } {
  const ordered = inLayerOrder(elements);
  const wanted = new Set(ids);
  const moved = ordered.filter(({ id }) => wanted.has(id));
  const upward = move === 'front' || move === 'forward';
  const { atFront, atBack } = layerEnds(ordered, ids);
  if (moved.length === 0 || (upward ? atFront : atBack))
    return { changes: [], toast: upward ? layerToasts.atFront : layerToasts.atBack };

  const toast = layerToasts[move];
  if (move === 'front' || move === 'back') {
    const first = upward ? ordered.at(-1)!.layerOrder + 1 : ordered[0]!.layerOrder - moved.length;
    return { changes: moved.map(({ id }, index) => ({ id, layerOrder: first + index })), toast };
  }
  const sequence = stepped(ordered, wanted, upward);
  const counts = new Map<number, number>();
  for (const { layerOrder } of ordered) counts.set(layerOrder, (counts.get(layerOrder) ?? 0) + 1);
  const jumps = sequence.some((one, index) => one !== ordered[index] && counts.get(one.layerOrder)! > 1);
  const changes = sequence
    .map(({ id }, index) => ({ id, layerOrder: jumps ? index : ordered[index]!.layerOrder }))
    .filter((change, index) => sequence[index]!.layerOrder !== change.layerOrder);
  return { changes, toast };
}
