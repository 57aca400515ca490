import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { boxesOverlap } from '#shared/model/geometry.ts';
import { unionOf } from '../element-geometry.ts';
import { box, Stage } from '../testing/stage.ts';
import { paintedBox, SpatialIndex } from './spatial-index.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    box(`e${index}`, (index % 100) * 150, Math.floor(index / 100) * 150),
  );

describe('the index', () => {
  it('finds what overlaps a box, in the order of the layers', () => {
    const { document } = new Stage([box('back', 40, 0), box('far', 900, 0), box('front', 0, 0)]).editor;
    expect(document.touching({ x: 50, y: 50, width: 10, height: 10 }).map(({ id }) => id)).toEqual([
      'back',
      'front',
    ]);
  });

  it('follows moves, additions and removals, few or many at once', () => {
    const stage = new Stage(many(1_000));
    const { document } = stage.editor;
    const at = (x: number, y: number) => document.touching({ x, y, width: 1, height: 1 }).map(({ id }) => id);
    expect(at(10, 10)).toEqual(['e0']);
    stage.editor.edit('Move', ['e0'], (one) => ({ ...one, position: { ...one.position, x: -500 } }));
    expect(at(10, 10)).toEqual([]);
    expect(at(-450, 10)).toEqual(['e0']);
    stage.editor.edit('Move', document.order.get(), (one) => ({
      ...one,
      position: { ...one.position, y: one.position.y + 10_000 },
    }));
    expect(at(-450, 10)).toEqual([]);
    expect(at(-450, 10_010)).toEqual(['e0']);
    stage.editor.remove('Delete', ['e0']);
    expect(at(-450, 10_010)).toEqual([]);
    stage.editor.undo();
    expect(at(-450, 10_010)).toEqual(['e0']);
  });

  it('finds what looking at every element finds, whatever was added, moved and removed', () => {
    const place = fc.record({
      id: fc.integer({ min: 0, max: 90 }),
      x: fc.integer({ min: 0, max: 3_000 }),
      y: fc.integer({ min: 0, max: 3_000 }),
      gone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.array(place, { maxLength: 80 }), { maxLength: 5 }), (rounds) => {
        const elements = new Map<string, Element>();
        const index = new SpatialIndex((id) => elements.get(id));
        for (const round of rounds) {
          for (const { id, x, y, gone } of round) {
            if (gone) elements.delete(`e${id}`);
            else elements.set(`e${id}`, box(`e${id}`, x, y));
            index.changed(`e${id}`);
          }
          const looked = { x: 1_000, y: 1_000, width: 900, height: 700 };
          const touched = [...elements.values()].filter((one) => boxesOverlap(paintedBox(one), looked));
          expect(index.search(looked)).toEqual(expect.arrayContaining(touched.map(({ id }) => id)));
          const found = index.search(looked).map((id) => paintedBox(elements.get(id)!));
          // One that only touches the edge may be among them.
          const wider = { x: 999, y: 999, width: 902, height: 702 };
          expect(found.every((one) => boxesOverlap(one, wider))).toBe(true);
          expect(index.extent(looked)).toEqual(unionOf([looked, ...[...elements.values()].map(paintedBox)]));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('knows how far shadows reach', () => {
    const shadow = { boxShadow: '300px 0px 0px #000000' };
    const { document } = new Stage([box('plain', 0, 0), box('shadow', 0, 900, { styles: shadow })]).editor;
    const painted = (y: number) =>
      document.paintedIn({ x: 350, y, width: 10, height: 10 }).map(({ id }) => id);
    expect(painted(50)).toEqual([]);
    expect(painted(950)).toEqual(['shadow']);
  });
});

describe('ten thousand elements', () => {
  it('are undone and redone in one step, and a click still finds the right one', () => {
    const stage = new Stage(many(10_000));
    const { editor } = stage;
    editor.select(editor.document.order.get());
    stage.down(10, 10).move(30, 10).move(210, 60).up();
    expect(editor.history.state.get().steps.map(({ label }) => label)).toEqual(['Move 10000 elements']);
    expect(stage.at('e9999')).toEqual([99 * 150 + 200, 99 * 150 + 50]);
    editor.undo();
    expect(stage.at('e9999')).toEqual([99 * 150, 99 * 150]);
    editor.redo();
    editor.select([]);
    expect(stage.click(205, 55).selected).toEqual(['e0']);
  });

  it('moved again and again keep a history that stays small', () => {
    const { editor } = new Stage(many(10_000));
    for (let x = 1; x <= 8; x++) {
      editor.edit(`Move ${x}`, editor.document.order.get(), (one) => ({
        ...one,
        position: { ...one.position, x: one.position.x + 1 },
      }));
    }
    const { steps } = editor.history.state.get();
    expect(steps.map(({ label }) => label)).toEqual(['Move 4', 'Move 5', 'Move 6', 'Move 7', 'Move 8']);
    editor.goToStep(0);
    expect(editor.document.get('e0')!.position.x).toBe(3);
  });
});
