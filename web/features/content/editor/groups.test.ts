import { describe, expect, it } from 'vitest';
import type { CommandContext } from './commands/command.ts';
import { commandNamed } from './commands/index.ts';
import { Creator } from './create.ts';
import { groupsOf } from './group-path.ts';
import { Signal } from './signal.ts';
import { box, Stage } from './testing/stage.ts';

const run = (stage: Stage, name: string) => {
  const context = { editor: stage.editor, creator: new Creator(stage.editor), screen: new Signal({}) };
  const command = commandNamed(name);
  const allowed = command.enabled?.(context as unknown as CommandContext) !== false;
  if (allowed) command.run(context as unknown as CommandContext);
  return allowed;
};

const row = () => new Stage([box('a', 0, 0), box('b', 200, 0), box('c', 600, 0), box('d', 900, 400)]);

const grouped = () => {
  const stage = row();
  stage.editor.select(['a', 'b']);
  run(stage, 'group');
  stage.editor.select([]);
  return stage;
};

describe('a group', () => {
  it('is selected, moved and undone as one', () => {
    const stage = grouped();
    expect(stage.click(10, 10).selected).toEqual(['a', 'b']);
    stage.down(10, 10).move(60, 30).up();
    expect([stage.at('a'), stage.at('b')]).toEqual([
      [50, 20],
      [250, 20],
    ]);
    stage.editor.undo();
    stage.editor.undo();
    expect(stage.click(10, 10).selected).toEqual(['a']);
  });

  it('is entered by a double click, and left by Escape, which selects it again', () => {
    const stage = grouped();
    expect(stage.editor.open({ x: 10, y: 10 })?.entered).toBe(true);
    expect(stage.selected).toEqual(['a']);
    expect(stage.click(210, 10).selected).toEqual(['b']);
    expect(stage.editor.open({ x: 210, y: 10 })?.entered).toBe(false);
    stage.editor.escape();
    expect(stage.selected).toEqual(['a', 'b']);
    stage.editor.escape();
    expect(stage.selected).toEqual([]);
  });

  it('is left by a click beside it', () => {
    const stage = grouped();
    stage.editor.open({ x: 10, y: 10 });
    stage.click(610, 10);
    expect(stage.editor.groups.entered.get()).toBeUndefined();
    expect(stage.click(10, 10).selected).toEqual(['a', 'b']);
  });

  it('is taken whole by a marquee and toggled whole by Ctrl', () => {
    const stage = grouped();
    expect(stage.down(-20, 150).move(50, 50).up().selected).toEqual(['a', 'b']);
    expect(stage.click(610, 10, { ctrl: true }).selected).toEqual(['a', 'b', 'c']);
    expect(stage.click(210, 10, { ctrl: true }).selected).toEqual(['c']);
  });

  it('falls apart by ungrouping, and cannot be made of one element or of one whole group', () => {
    const stage = grouped();
    stage.editor.select(['c']);
    expect(run(stage, 'group')).toBe(false);
    stage.editor.select(['a', 'b']);
    expect(run(stage, 'group')).toBe(false);
    expect(run(stage, 'ungroup')).toBe(true);
    expect(stage.click(10, 10).selected).toEqual(['a']);
  });

  it('is copied as a group of its own', () => {
    const stage = grouped();
    stage.click(10, 10);
    run(stage, 'duplicate');
    const copies = stage.editor.selectedElements();
    expect(copies).toHaveLength(2);
    expect(copies[0]!.groupId).toBe(copies[1]!.groupId);
    expect(copies[0]!.groupId).not.toBe(stage.editor.document.get('a')!.groupId);
  });
});

describe('aligning and distributing', () => {
  it('treats a group as one', () => {
    const stage = grouped();
    stage.editor.select(['a', 'b', 'd']);
    run(stage, 'align-right');
    expect([stage.at('a'), stage.at('b'), stage.at('d')]).toEqual([
      [700, 0],
      [900, 0],
      [900, 400],
    ]);
  });

  it('aligns top, middle and bottom', () => {
    const stage = row();
    stage.editor.select(['a', 'd']);
    run(stage, 'align-middle');
    expect([stage.at('a'), stage.at('d')]).toEqual([
      [0, 200],
      [900, 200],
    ]);
  });

  it('aligns what is selected to the canvas, keeping it together', () => {
    const stage = row();
    stage.editor.select(['a', 'b']);
    run(stage, 'align-canvas-center');
    expect([stage.at('a')[0], stage.at('b')[0]]).toEqual([810, 1010]);
    run(stage, 'align-canvas-bottom');
    expect(stage.at('a')[1]).toBe(980);
  });

  it('makes the gaps equal and leaves the outermost where they are', () => {
    const stage = row();
    stage.editor.select(['a', 'b']);
    expect(run(stage, 'distribute-horizontally')).toBe(false);
    stage.editor.select(['a', 'b', 'c']);
    run(stage, 'distribute-horizontally');
    expect([stage.at('a')[0], stage.at('b')[0], stage.at('c')[0]]).toEqual([0, 300, 600]);
    expect(stage.editor.history.state.get().steps).toHaveLength(1);
  });
});

describe('equal spacing', () => {
  it('snaps to the gap that two neighbours have, and shows both gaps while dragging', () => {
    const stage = new Stage([box('a', 0, 100), box('b', 150, 100), box('c', 500, 137)], {
      settings: { smartSnap: true },
    });
    stage.down(550, 190).move(350 + 5, 190);
    expect(stage.editor.shown('c')!.position.x).toBe(300);
    const gaps = stage.editor.spacings.get();
    expect(gaps.map(({ from, to }) => to - from)).toEqual([50, 50]);
    stage.up();
    expect(stage.editor.spacings.get()).toEqual([]);
  });

  it('snaps to the middle between two', () => {
    const stage = new Stage([box('a', 0, 100), box('b', 407, 100), box('c', 200, 537)], {
      settings: { smartSnap: true },
    });
    stage.down(250, 590).move(250, 190);
    stage.move(256, 190).up();
    // The gap of 307 px leaves 207 beside an element of 100: half a px is rounded.
    expect(stage.at('c')[0]).toBe(204);
  });
});

describe('turning', () => {
  it('follows the round handle to any angle, and keeps to 15° with Shift', () => {
    const stage = new Stage([box('a', 200, 200)]);
    stage.editor.select(['a']);
    // Above the element's middle by 24 px; the middle is (250, 250).
    stage.down(250, 176).move(290, 180).up();
    const free = stage.editor.document.get('a')!.rotation;
    expect(free).toBeCloseTo(29.7, 0);
    expect(stage.at('a')).toEqual([200, 200]);
    stage.editor.undo();
    stage.down(250, 176).move(290, 180, { shift: true }).up();
    expect(stage.editor.document.get('a')!.rotation).toBe(30);
  });

  it('turns several about their common middle', () => {
    const stage = new Stage([box('a', 0, 200), box('b', 200, 200)]);
    stage.editor.select(['a', 'b']);
    stage.down(150, 176).move(224, 250, { shift: true }).up();
    expect(stage.at('a')).toEqual([100, 100]);
    expect(stage.at('b')).toEqual([100, 300]);
    expect(stage.editor.document.get('a')!.rotation).toBe(90);
    stage.editor.undo();
    expect(stage.editor.document.get('a')!.rotation).toBe(0);
  });

  it('is taken back by Escape', () => {
    const stage = new Stage([box('a', 200, 200)]);
    stage.editor.select(['a']);
    stage.down(250, 176).move(320, 250);
    stage.editor.escape();
    expect(stage.editor.shown('a')!.rotation).toBe(0);
  });
});

describe('resizing several', () => {
  it('scales places and sizes from the opposite corner', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 200, 200)]);
    stage.editor.select(['a', 'b']);
    stage.down(300, 300).move(600, 600).up();
    expect(stage.at('b')).toEqual([400, 400]);
    expect(stage.editor.document.get('b')!.size).toEqual({ width: 200, height: 200 });
    expect(stage.editor.history.state.get().steps.map(({ label }) => label)).toEqual(['Resize 2 elements']);
  });

  it('keeps each within the bounds of its type', () => {
    const stage = new Stage([
      box('a', 0, 0),
      box('b', 200, 200, { elementType: 'button', properties: { customElementType: 'button' } }),
    ]);
    stage.editor.select(['a', 'b']);
    stage.down(300, 300).move(60, 60).up();
    expect(stage.editor.document.get('a')!.size).toEqual({ width: 20, height: 20 });
    expect(stage.editor.document.get('b')!.size).toEqual({ width: 60, height: 30 });
  });

  it('leaves what is locked as it is', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 200, 200), box('c', 50, 50, { isLocked: true })]);
    stage.editor.select(['a', 'b', 'c']);
    stage.down(300, 300).move(600, 600).up();
    expect(stage.at('c')).toEqual([50, 50]);
    expect(stage.editor.document.get('c')!.size).toEqual({ width: 100, height: 100 });
  });
});

describe('groups within groups', () => {
  /** a and b in a group, that and c in another one, d by itself. */
  const nested = () => {
    const stage = grouped();
    stage.editor.select(['a', 'b', 'c']);
    expect(run(stage, 'group')).toBe(true);
    stage.editor.select([]);
    return stage;
  };
  const path = (stage: Stage, id: string) =>
    groupsOf(stage.editor.document.get(id)!).map((group) => group.id);
  const entered = (stage: Stage) => stage.editor.groups.enteredPath().length;

  it('are taken from the outermost in, a level with each double click, and left one by one', () => {
    const stage = nested();
    expect(path(stage, 'a')).toHaveLength(2);
    expect(stage.click(10, 10).selected).toEqual(['a', 'b', 'c']);
    expect(stage.editor.open({ x: 10, y: 10 })?.entered).toBe(true);
    expect(stage.selected).toEqual(['a', 'b']);
    expect(stage.editor.open({ x: 10, y: 10 })?.entered).toBe(true);
    expect([stage.selected, entered(stage)]).toEqual([['a'], 2]);
    expect(stage.editor.open({ x: 10, y: 10 })?.entered).toBe(false);
    expect(stage.click(610, 10).selected).toEqual(['c']);
    expect(entered(stage)).toBe(1);
    stage.editor.open({ x: 10, y: 10 });
    stage.editor.escape();
    expect([stage.selected, entered(stage)]).toEqual([['a', 'b'], 1]);
    stage.editor.escape();
    expect([stage.selected, entered(stage)]).toEqual([['a', 'b', 'c'], 0]);
  });

  it('look like one group to whoever knows only one level', () => {
    const stage = nested();
    const elements = ['a', 'b', 'c'].map((id) => stage.editor.document.get(id)!);
    expect(new Set(elements.map(({ groupId }) => groupId)).size).toBe(1);
    const regrouped = { ...elements[0]!, groupId: 'grp_other' };
    expect(groupsOf(regrouped)).toEqual([{ id: 'grp_other' }]);
    expect(groupsOf({ ...elements[0]!, groupId: null })).toEqual([]);
  });

  it('are written as ever while there is one level without a name', () => {
    const stage = grouped();
    expect(stage.editor.document.get('a')!.metadata).toEqual({});
  });

  it('fall apart one level at a time, and undo puts them together again', () => {
    const stage = nested();
    const before = path(stage, 'a');
    stage.click(10, 10);
    run(stage, 'ungroup');
    expect(path(stage, 'a')).toEqual(before.slice(1));
    expect(path(stage, 'c')).toEqual([]);
    stage.editor.select([]);
    expect(stage.click(10, 10).selected).toEqual(['a', 'b']);
    run(stage, 'ungroup');
    expect(path(stage, 'a')).toEqual([]);
    stage.editor.undo();
    stage.editor.undo();
    expect(path(stage, 'a')).toEqual(before);
  });

  it('are ungrouped inside the one that was entered', () => {
    const stage = nested();
    const [outer] = path(stage, 'a');
    stage.editor.open({ x: 10, y: 10 });
    run(stage, 'ungroup');
    expect(path(stage, 'a')).toEqual([outer]);
    expect(path(stage, 'c')).toEqual([outer]);
  });

  it('join inside the group that was entered, and take only whole groups along', () => {
    const stage = nested();
    const [outer, inner] = path(stage, 'a');
    stage.editor.open({ x: 10, y: 10 });
    stage.editor.select(['a', 'c']);
    run(stage, 'group');
    expect(path(stage, 'a')).toEqual(path(stage, 'c'));
    expect(path(stage, 'a')).toHaveLength(2);
    expect([path(stage, 'a')[0], path(stage, 'b')]).toEqual([outer, [outer, inner]]);
  });

  it('are copied whole with groups of their own, and single members within theirs', () => {
    const stage = nested();
    stage.click(10, 10);
    run(stage, 'duplicate');
    const copies = stage.editor.selectedElements().map((element) => groupsOf(element).map(({ id }) => id));
    expect(copies.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(copies[0]).toEqual(copies[1]);
    expect(copies[0]![0]).toBe(copies[2]![0]);
    expect(copies.flat()).not.toContain(path(stage, 'a')[0]);
    stage.editor.select([]);
    stage.editor.open({ x: 2, y: 2 });
    stage.editor.open({ x: 2, y: 2 });
    run(stage, 'duplicate');
    expect(groupsOf(stage.editor.selectedElements()[0]!).map(({ id }) => id)).toEqual(path(stage, 'a'));
  });

  it('move, align, distribute, turn and scale as one', () => {
    const stage = nested();
    stage.down(10, 10).move(60, 30).up();
    expect([stage.at('a'), stage.at('b'), stage.at('c')]).toEqual([
      [50, 20],
      [250, 20],
      [650, 20],
    ]);
    stage.editor.undo();
    stage.editor.select(['a', 'b', 'c', 'd']);
    run(stage, 'align-right');
    expect([stage.at('a')[0], stage.at('c')[0], stage.at('d')[0]]).toEqual([300, 900, 900]);
    stage.editor.undo();
    // Of one group alone what is directly in it is aligned: the inner group and c.
    stage.editor.select(['a', 'b', 'c']);
    run(stage, 'align-right');
    expect([stage.at('a')[0], stage.at('b')[0], stage.at('c')[0]]).toEqual([400, 600, 600]);
    stage.editor.undo();
    stage.editor.select(['a', 'b', 'c']);
    stage.down(700, 100).move(1400, 200).up();
    expect(stage.at('c')).toEqual([1200, 0]);
    stage.editor.undo();
    run(stage, 'rotate');
    expect(['a', 'b', 'c'].every((id) => stage.editor.document.get(id)!.rotation === 15)).toBe(true);
  });
});
