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

/** Whether the element can still go forward and backward: the layer buttons are disabled at the ends. */
export function layerEnds(elements: readonly Layered[], id: string): { atFront: boolean; atBack: boolean } {
  const ordered = inLayerOrder(elements);
  return { atFront: ordered.at(-1)?.id === id, atBack: ordered[0]?.id === id };
}

/**
 * Moves one element among the layers: to the front is highest+1, to the back lowest-1, a step swaps with the
 * nearest neighbour. Answers the changed orders and the toast to show; at the ends nothing changes. Where
 * other elements share one of the two orders, a swap would jump over them, so everything is numbered again.
 */
export function moveLayer(
  elements: readonly Layered[],
  id: string,
  move: LayerMove,
): { changes: LayerChange[]; toast: string } {
  const ordered = inLayerOrder(elements);
  const index = ordered.findIndex((element) => element.id === id);
  const upward = move === 'front' || move === 'forward';
  const neighbourIndex = upward ? index + 1 : index - 1;
  const moved = ordered[index];
  const neighbour = ordered[neighbourIndex];
  if (!moved || !neighbour) return { changes: [], toast: upward ? layerToasts.atFront : layerToasts.atBack };

  const toast = layerToasts[move];
  if (move === 'front') return { changes: [{ id, layerOrder: ordered.at(-1)!.layerOrder + 1 }], toast };
  if (move === 'back') return { changes: [{ id, layerOrder: ordered[0]!.layerOrder - 1 }], toast };
  const shared = (order: number) => ordered.filter(({ layerOrder }) => layerOrder === order).length > 1;
  if (!shared(moved.layerOrder) && !shared(neighbour.layerOrder)) {
    return {
      changes: [
        { id, layerOrder: neighbour.layerOrder },
        { id: neighbour.id, layerOrder: moved.layerOrder },
      ],
      toast,
    };
  }
  const swapped = [...ordered];
  swapped[index] = neighbour;
  swapped[neighbourIndex] = moved;
  const changes = swapped
    .map((element, layerOrder) => ({ id: element.id, layerOrder }))
    .filter((change, i) => swapped[i]!.layerOrder !== change.layerOrder);
  return { changes, toast };
}
