import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inLayerOrder, type Layered, layerEnds, moveLayers, nextLayerOrder } from './layers.ts';

const stack = (...orders: number[]): Layered[] =>
  orders.map((layerOrder, i) => ({ id: 'abcdef'[i]!, layerOrder }));
const ids = (elements: readonly Layered[]) =>
  inLayerOrder(elements)
    .map(({ id }) => id)
    .join('');

function movedIn(elements: Layered[], id: string, move: Parameters<typeof moveLayers>[2]) {
  const { changes, toast } = moveLayers(elements, [id], move);
  const orders = new Map(changes.map((change) => [change.id, change.layerOrder]));
  const moved = elements.map((element) => ({
    ...element,
    layerOrder: orders.get(element.id) ?? element.layerOrder,
  }));
  return { order: ids(moved), toast, changes };
}

describe('moving among the layers', () => {
  const elements = stack(0, 1, 2, 7);

  it('brings to the front with highest + 1', () => {
    expect(moveLayers(elements, ['b'], 'front')).toEqual({
      changes: [{ id: 'b', layerOrder: 8 }],
      toast: 'Moved to front',
    });
  });

  it('sends to the back with lowest - 1', () => {
    expect(moveLayers(elements, ['c'], 'back')).toEqual({
      changes: [{ id: 'c', layerOrder: -1 }],
      toast: 'Moved to back',
    });
  });

  it('swaps with the neighbour', () => {
    expect(movedIn(elements, 'c', 'forward')).toMatchObject({ order: 'abdc', toast: 'Moved forward' });
    expect(movedIn(elements, 'c', 'backward')).toMatchObject({ order: 'acbd', toast: 'Moved backward' });
  });

  it('changes nothing at the ends and says so', () => {
    expect(moveLayers(elements, ['d'], 'front')).toEqual({ changes: [], toast: 'Already at the front' });
    expect(moveLayers(elements, ['d'], 'forward')).toEqual({ changes: [], toast: 'Already at the front' });
    expect(moveLayers(elements, ['a'], 'back')).toEqual({ changes: [], toast: 'Already at the back' });
    expect(moveLayers(elements, ['a'], 'backward')).toEqual({ changes: [], toast: 'Already at the back' });
    expect(layerEnds(elements, ['d'])).toEqual({ atFront: true, atBack: false });
    expect(layerEnds(elements, ['a'])).toEqual({ atFront: false, atBack: true });
  });

  it('moves also among elements that share an order', () => {
    expect(movedIn(stack(3, 3, 3), 'a', 'forward').order).toBe('bac');
    expect(movedIn(stack(3, 3, 3), 'c', 'backward').order).toBe('acb');
  });

  it('always moves by exactly one place, whatever the orders are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 6 }),
        fc.nat(),
        (orders, pick) => {
          const elements = stack(...orders);
          const before = ids(elements);
          const at = pick % (before.length - 1);
          const expected = [...before];
          [expected[at], expected[at + 1]] = [expected[at + 1]!, expected[at]!];
          expect(movedIn(elements, before[at]!, 'forward').order).toBe(expected.join(''));
          expect(movedIn(elements, before[at + 1]!, 'backward').order).toBe(expected.join(''));
        },
      ),
    );
  });

  it('moves several at once, in the order that they have among themselves', () => {
    const sequenceAfter = (ids: string[], move: Parameters<typeof moveLayers>[2]) => {
      const { changes } = moveLayers(elements, ids, move);
      const orders = new Map(changes.map(({ id, layerOrder }) => [id, layerOrder]));
      const moved = elements.map((one) => ({ ...one, layerOrder: orders.get(one.id) ?? one.layerOrder }));
      return inLayerOrder(moved)
        .map(({ id }) => id)
        .join('');
    };
    expect(sequenceAfter(['b', 'a'], 'front')).toBe('cdab');
    expect(sequenceAfter(['d', 'b'], 'back')).toBe('bdac');
    expect(sequenceAfter(['a', 'c'], 'forward')).toBe('badc');
    expect(sequenceAfter(['b', 'd'], 'backward')).toBe('badc');
    expect(sequenceAfter(['c', 'b'], 'forward')).toBe('adbc');
    // One is at the end already: only the other goes on.
    expect(sequenceAfter(['b', 'd'], 'forward')).toBe('acbd');
    expect(moveLayers(elements, ['c', 'd'], 'forward').toast).toBe('Already at the front');
    expect(moveLayers(elements, ['b', 'a'], 'back').toast).toBe('Already at the back');
  });

  it('adds new elements on top', () => {
    expect(nextLayerOrder(elements)).toBe(8);
    expect(nextLayerOrder([])).toBe(0);
  });
});
