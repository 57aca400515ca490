import { describe, expect, it } from 'vitest';
import { groupsOf, withGroups } from '../editor/group-path.ts';
import { box, Stage } from '../editor/testing/stage.ts';
import { keyboardMove, type LayerLine, layerLines, moveLine, renameGroup, type Side } from './layer-tree.ts';

/** From the back: a; b and c in I, which lies with d in O; e. */
const desk = () => {
  const [outer, inner] = [{ id: 'O', name: 'Offer' }, { id: 'I' }];
  const stage = new Stage([
    box('a', 0, 0),
    withGroups(box('b', 0, 0), [outer, inner]),
    withGroups(box('c', 0, 0), [outer, inner]),
    withGroups(box('d', 0, 0), [outer]),
    box('e', 0, 0),
  ]);
  const { editor } = stage;
  const lines = (collapsed: string[] = []) => layerLines(editor.document.all().reverse(), new Set(collapsed));
  const line = (key: string): LayerLine => lines().find((one) => one.key === key)!;
  const shown = (collapsed?: string[]) =>
    lines(collapsed).map(({ key, around }) => `${'-'.repeat(around.length)}${key}`);
  const move = (moved: string, target: string, side: Side) =>
    moveLine(editor, line(moved), line(target), side) ? shown().join(' ') : 'refused';
  return { editor, lines, line, shown, move };
};

describe('the tree of layers', () => {
  it('lists groups with what they hold, front first, and leaves out what is collapsed', () => {
    const { shown } = desk();
    expect(shown()).toEqual(['e', 'O', '-d', '-I', '--c', '--b', 'a']);
    expect(shown(['I'])).toEqual(['e', 'O', '-d', '-I', 'a']);
    expect(shown(['O'])).toEqual(['e', 'O', 'a']);
  });

  it('moves elements into groups, within them and out of them', () => {
    expect(desk().move('a', 'I', 'into')).toBe('e O -d -I --a --c --b');
    expect(desk().move('e', 'c', 'below')).toBe('O -d -I --c --e --b a');
    expect(desk().move('d', 'a', 'below')).toBe('e O -I --c --b a d');
    expect(desk().move('b', 'd', 'above')).toBe('e O -b -d -I --c a');
  });

  it('moves whole groups, not into themselves', () => {
    expect(desk().move('I', 'e', 'above')).toBe('I -c -b e O -d a');
    expect(desk().move('O', 'a', 'below')).toBe('e a O -d -I --c --b');
    expect(desk().move('O', 'I', 'into')).toBe('refused');
    expect(desk().move('I', 'c', 'above')).toBe('refused');
    expect(desk().move('a', 'a', 'above')).toBe('refused');
  });

  it('moves as one step, which undo takes back', () => {
    const { editor, move, shown } = desk();
    const before = shown();
    move('a', 'I', 'into');
    expect(editor.history.state.get().steps).toHaveLength(1);
    editor.undo();
    expect(shown()).toEqual(before);
  });

  it('goes no deeper than groups may be', () => {
    const { editor, move } = desk();
    const deep = Array.from({ length: 8 }, (_, level) => ({ id: `G${level}` }));
    editor.edit('Group', ['e'], (element) => withGroups(element, deep));
    expect(move('a', 'G7', 'into')).toMatch(/-{8}a/);
    expect(move('I', 'G7', 'into')).toBe('refused');
  });

  it('names a group for all of its members, and takes the name away', () => {
    const { editor, line } = desk();
    renameGroup(editor, line('I'), 'Prices');
    expect(['b', 'c'].map((id) => groupsOf(editor.document.get(id)!)[1])).toEqual([
      { id: 'I', name: 'Prices' },
      { id: 'I', name: 'Prices' },
    ]);
    expect(line('O').group).toEqual({ id: 'O', name: 'Offer' });
    renameGroup(editor, line('I'), '');
    expect(line('I').group).toEqual({ id: 'I' });
  });

  it('is walked and changed by keys: past a neighbour, out of a group, into the one above', () => {
    const { lines, line } = desk();
    const to = (key: string, way: 'up' | 'down' | 'out' | 'in') => {
      const found = keyboardMove(lines(), lines().find((one) => one.key === key)!, way);
      return found && `${found.side} ${found.target.key}`;
    };
    expect(line('I').elements.map(({ id }) => id)).toEqual(['c', 'b']);
    expect(to('b', 'up')).toBe('above c');
    expect(to('b', 'down')).toBeUndefined();
    expect(to('e', 'down')).toBe('below O');
    expect(to('b', 'out')).toBe('above I');
    expect(to('a', 'in')).toBe('into O');
    expect(to('d', 'in')).toBeUndefined();
  });
});
