import { describe, expect, it } from 'vitest';
import { rotate } from './commands/selection.ts';
import { box, Stage } from './testing/stage.ts';
import { angleOf, editWhole, movedTo, scaledTo, turnedBy, turnedTo } from './whole.ts';

const grouped = { groupId: 'grp_1' };

describe('a group as one thing', () => {
  it('is moved by where its box begins, its elements keeping their distances', () => {
    const moved = movedTo([box('a', 10, 20), box('b', 150, 70)], 'x', 300);
    expect(moved.map(({ position }) => [position.x, position.y])).toEqual([
      [300, 20],
      [440, 70],
    ]);
  });

  it('stays where elements can be, all of it', () => {
    const moved = movedTo([box('a', 0, 0), box('b', 500, 0)], 'x', 100_000);
    expect(moved.map(({ position }) => position.x)).toEqual([99_500, 100_000]);
  });

  it('is scaled by one side, places and sizes alike', () => {
    const scaled = scaledTo([box('a', 100, 0), box('b', 200, 0)], 'width', 400);
    expect(scaled.map(({ position, size }) => [position.x, size.width, size.height])).toEqual([
      [100, 200, 100],
      [300, 200, 100],
    ]);
  });

  it('is scaled evenly where something in it leans', () => {
    const scaled = scaledTo([box('a', 0, 0), box('b', 300, 0, { rotation: 30 })], 'height', 240);
    expect(scaled[0]!.size.width / scaled[0]!.size.height).toBeCloseTo(1);
    expect(scaled[0]!.size.width).toBeGreaterThan(100);
  });

  it('turns about its middle, and comes back to where it was after a whole turn', () => {
    const start = [box('a', 0, 0), box('b', 300, 0)];
    const [a, b] = turnedBy(start, 90);
    expect([a!.position.x, a!.position.y, a!.rotation]).toEqual([150, -150, 90]);
    expect([b!.position.x, b!.position.y, b!.rotation]).toEqual([150, 150, 90]);
    let turned = start;
    for (let times = 0; times < 24; times++) turned = turnedBy(turned, 15);
    for (const [index, { position, rotation }] of turned.entries()) {
      expect(Math.abs(position.x - start[index]!.position.x)).toBeLessThan(0.5);
      expect(Math.abs(position.y - start[index]!.position.y)).toBeLessThan(0.5);
      expect(rotation).toBe(0);
    }
  });

  it('turns as one by the key, as one step', () => {
    const { editor } = new Stage([box('a', 0, 0, grouped), box('b', 300, 0, grouped)]);
    editor.select(['a', 'b']);
    for (let times = 0; times < 6; times++) rotate.run({ editor } as never);
    const { x, y } = editor.document.get('a')!.position;
    expect([Math.round(x), Math.round(y)]).toEqual([150, -150]);
    expect(editor.history.state.get().steps).toHaveLength(1);
    editor.undo();
    expect(editor.document.get('a')!.position.x).toBe(0);
  });

  it('has an angle though its elements lean differently, and keeps how they lean to one another', () => {
    const { editor } = new Stage([box('a', 0, 0, { ...grouped, rotation: 10 }), box('b', 300, 0, grouped)]);
    const elements = editor.document.all();
    expect(angleOf(editor, elements)).toBe(10);
    expect(turnedTo(editor, elements, 40).map(({ rotation }) => rotation)).toEqual([40, 30]);
  });
});

it('gives single elements that lean differently the angle that is typed, each on the spot', () => {
  const { editor } = new Stage([box('a', 0, 0, { rotation: 10 }), box('b', 300, 0)]);
  const elements = editor.document.all();
  expect(angleOf(editor, elements)).toBeUndefined();
  const turned = turnedTo(editor, elements, 40);
  expect(turned.map(({ rotation, position }) => [rotation, position.x])).toEqual([
    [40, 0],
    [40, 300],
  ]);
});

it('leaves what is locked where it is', () => {
  const { editor } = new Stage([box('a', 0, 0), box('b', 300, 0, { isLocked: true })]);
  const free = editor.document.all().filter(({ isLocked }) => !isLocked);
  editWhole(editor, 'Move', movedTo(free, 'x', 50), 'whole.x');
  expect(editor.document.all().map(({ position }) => position.x)).toEqual([50, 300]);
});
