import { describe, expect, it } from 'vitest';
import { Creator } from '../create.ts';
import { Signal } from '../signal.ts';
import { box, Stage } from '../testing/stage.ts';
import { tabTo } from '../walking.ts';
import type { CommandContext, Screen } from './command.ts';
import { commandNamed, commands } from './index.ts';

function contextOf(stage: Stage): CommandContext {
  const screen = new Signal<Screen>({
    leftTab: 'elements',
    leftOpen: true,
    right: undefined,
    dialog: undefined,
    fullscreen: false,
  });
  return { editor: stage.editor, creator: new Creator(stage.editor), screen } as CommandContext;
}

describe('the command table', () => {
  it('has each name and each shortcut once', () => {
    const names = commands.map(({ name }) => name);
    const shortcuts = commands.flatMap((command) => command.shortcuts ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  it('has the keys of the specification', () => {
    const keyed = Object.fromEntries(
      commands.flatMap(({ name, shortcuts }) => (shortcuts ?? []).map((key) => [key, name])),
    );
    expect(keyed).toMatchObject({
      '$mod+s': 'save',
      '$mod+c': 'copy',
      '$mod+d': 'duplicate',
      '$mod+z': 'undo',
      '$mod+Shift+z': 'redo',
      '$mod+g': 'toggle-grid',
      '$mod+r': 'toggle-rulers',
      Delete: 'delete',
      Backspace: 'delete',
      Escape: 'clear-selection',
      F11: 'fullscreen',
      Space: 'quick',
      r: 'rotate',
      Digit1: 'insert-text',
      Digit2: 'insert-image',
    });
  });

  it('adds by digit at (100, 100)', () => {
    const stage = new Stage([]);
    commandNamed('insert-text').run(contextOf(stage));
    expect(stage.at(stage.selected[0]!)).toEqual([100, 100]);
  });

  it('nudges by 1 and by 10 px, and squashes a held key into one step', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 0, 0, { isLocked: true })]);
    stage.editor.select(['a', 'b']);
    const context = contextOf(stage);
    commandNamed('nudge-right').run(context);
    commandNamed('nudge-right').run(context);
    commandNamed('nudge-down-far').run(context);
    expect(stage.at('a')).toEqual([2, 10]);
    expect(stage.at('b')).toEqual([0, 0]);
    expect(stage.editor.history.state.get().steps).toHaveLength(1);
  });

  it('walks by Tab from the back to the front, a group at a time, and out at either end', () => {
    const stage = new Stage([
      box('a', 10, 20),
      box('b', 100, 0, { groupId: 'grp_1' }),
      box('c', 200, 0, { groupId: 'grp_1' }),
      box('d', 300, 0),
    ]);
    const { editor } = stage;
    expect(tabTo(editor, 1)).toBe(true);
    expect(stage.selected).toEqual(['a']);
    expect(editor.announcement.get()).toBe('Shape, 1 of 4, at 10, 20');
    tabTo(editor, 1);
    expect(stage.selected).toEqual(['b', 'c']);
    tabTo(editor, 1);
    expect(stage.selected).toEqual(['d']);
    expect(tabTo(editor, 1)).toBe(false);
    tabTo(editor, -1);
    expect(stage.selected).toEqual(['b', 'c']);
    tabTo(editor, -1);
    expect(tabTo(editor, -1)).toBe(false);
    expect(tabTo(new Stage([]).editor, 1)).toBe(false);
  });

  it('rotates by 15 degrees', () => {
    const stage = new Stage([box('a', 0, 0, { rotation: 350 })]);
    stage.editor.select(['a']);
    commandNamed('rotate').run(contextOf(stage));
    expect(stage.editor.document.get('a')!.rotation).toBe(5);
  });

  it('aligns two or more, and asks for more when there is one', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 300, 50)]);
    stage.editor.select(['a']);
    commandNamed('align-left').run(contextOf(stage));
    expect(stage.toasts).toEqual(['Select multiple elements to align']);
    stage.editor.select(['a', 'b']);
    commandNamed('align-right').run(contextOf(stage));
    expect([stage.at('a'), stage.at('b')]).toEqual([
      [300, 0],
      [300, 50],
    ]);
  });

  it('aligns in the middle of what is selected', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 300, 50)]);
    stage.editor.select(['a', 'b']);
    commandNamed('align-center').run(contextOf(stage));
    const [a, b] = [stage.at('a'), stage.at('b')];
    expect(a![0]).toBe(b![0]);
    expect([a![1], b![1]]).toEqual([0, 50]);
  });

  it('moves through the layers with the toasts of the specification, and stops at the ends', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 0, 0)]);
    stage.editor.select(['a']);
    const context = contextOf(stage);
    expect(commandNamed('layer-backward').enabled?.(context)).toBe(false);
    commandNamed('layer-forward').run(context);
    expect(stage.editor.document.order.get()).toEqual(['b', 'a']);
    expect(commandNamed('layer-front').enabled?.(context)).toBe(true);
    commandNamed('layer-front').run(context);
    expect(stage.toasts).toEqual(['Moved forward', 'Already at the front']);
  });

  it('never deletes what is locked', () => {
    const stage = new Stage([box('a', 0, 0, { isLocked: true }), box('b', 0, 0)]);
    stage.editor.select(['a', 'b']);
    commandNamed('delete').run(contextOf(stage));
    expect(stage.editor.document.order.get()).toEqual(['a']);
  });

  it('walks through the elements, names them, and shows those out of sight', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 5000, 0, { metadata: { name: 'Price' } })]);
    const context = contextOf(stage);
    commandNamed('select-next').run(context);
    expect(stage.selected).toEqual(['a']);
    commandNamed('select-next').run(context);
    expect(stage.editor.announcement.get()).toBe('Price, 2 of 2, at 5000, 0');
    expect(stage.editor.elementsInSight().map(({ id }) => id)).toEqual(['b']);
    commandNamed('select-next').run(context);
    expect(stage.selected).toEqual(['a']);
    commandNamed('select-previous').run(context);
    expect(stage.selected).toEqual(['b']);
  });
});
