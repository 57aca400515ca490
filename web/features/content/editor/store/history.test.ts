import { describe, expect, it } from 'vitest';
import { box, Stage } from '../testing/stage.ts';

const move = (stage: Stage, x: number, squashKey?: string) =>
  stage.editor.edit('Move', ['a'], (element) => ({ ...element, position: { ...element.position, x } }), {
    squashKey,
  });

const labels = (stage: Stage) => stage.editor.history.state.get().steps.map(({ label }) => label);

describe('history', () => {
  it('undoes and redoes additions, changes and removals in their order', () => {
    const stage = new Stage([box('a', 0, 0)]);
    const { editor } = stage;
    move(stage, 50);
    editor.add('Add shape', [box('b', 10, 10, { layerOrder: 5 })]);
    editor.remove('Delete', ['a']);
    expect(editor.document.order.get()).toEqual(['b']);
    editor.undo();
    editor.undo();
    editor.undo();
    expect(editor.document.order.get()).toEqual(['a']);
    expect(stage.at('a')).toEqual([0, 0]);
    editor.redo();
    editor.redo();
    editor.redo();
    expect(editor.document.order.get()).toEqual(['b']);
    expect(editor.history.canRedo).toBe(false);
  });

  it('makes one step of edits with the same key in quick succession', () => {
    const stage = new Stage([box('a', 0, 0)]);
    for (const x of [1, 2, 3]) move(stage.wait(500) as Stage, x, 'x');
    expect(labels(stage)).toEqual(['Move']);
    stage.editor.undo();
    expect(stage.at('a')).toEqual([0, 0]);
  });

  it('begins a new step after a pause, another key or another selection', () => {
    const stage = new Stage([box('a', 0, 0)]);
    move(stage, 1, 'x');
    stage.wait(1_001);
    move(stage, 2, 'x');
    move(stage, 3, 'y');
    stage.editor.select(['a']);
    move(stage, 4, 'y');
    expect(labels(stage)).toHaveLength(4);
  });

  it('drops a step whose edits took one another back', () => {
    const stage = new Stage([box('a', 0, 0)]);
    const before = stage.editor.document.get('a')!;
    move(stage, 1, 'x');
    stage.editor.edit('Move', ['a'], () => before, { squashKey: 'x' });
    expect(labels(stage)).toEqual([]);
  });

  it('keeps what can be redone while only the selection changes, and forgets it at the next edit', () => {
    const stage = new Stage([box('a', 0, 0)]);
    move(stage, 1);
    stage.editor.undo();
    stage.editor.select(['a']);
    expect(stage.editor.history.canRedo).toBe(true);
    move(stage, 2);
    expect(stage.editor.history.canRedo).toBe(false);
    expect(labels(stage)).toHaveLength(1);
  });

  it('goes to any step at once', () => {
    const stage = new Stage([box('a', 0, 0)]);
    for (const x of [10, 20, 30, 40]) move(stage, x);
    stage.editor.goToStep(1);
    expect(stage.at('a')).toEqual([10, 0]);
    stage.editor.goToStep(4);
    expect(stage.at('a')).toEqual([40, 0]);
    stage.editor.goToStep(0);
    expect(stage.at('a')).toEqual([0, 0]);
  });

  it('brings the selection of that time back', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 200, 0)]);
    stage.editor.select(['a']);
    stage.editor.remove('Delete', ['a']);
    stage.editor.select(['b']);
    stage.editor.undo();
    expect(stage.selected).toEqual(['a']);
  });

  it('undoes a change of the project itself', () => {
    const { editor } = new Stage([]);
    editor.setFields('Rename', { name: 'Friday wins' });
    editor.setFields('Rename', { name: 'Friday wins' });
    expect(editor.history.state.get().steps).toHaveLength(1);
    editor.undo();
    expect(editor.document.fields.get().name).toBe('New Project');
  });

  it('tells only the changed element', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 0, 0)]);
    const told: string[] = [];
    for (const id of ['a', 'b']) stage.editor.document.subscribeElement(id, () => told.push(id));
    move(stage, 9);
    expect(told).toEqual(['a']);
  });
});
