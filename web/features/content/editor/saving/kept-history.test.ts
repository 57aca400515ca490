import { describe, expect, it } from 'vitest';
import { box, Stage } from '../testing/stage.ts';
import { keptPart, leadsTo } from './kept-history.ts';

const move = (stage: Stage, id: string, x: number) =>
  stage.editor.edit(`Move to ${x}`, [id], (one) => ({ ...one, position: { ...one.position, x } }));

/** What the next tab finds: everything went through the browser's storage. */
const kept = (stage: Stage) => structuredClone(keptPart('prj_1', stage.editor.history.state.get())!);

describe('a history that was kept', () => {
  it('goes on in the next tab, both ways', () => {
    const before = new Stage([box('a', 0, 0)]);
    move(before, 'a', 10);
    move(before, 'a', 20);
    before.editor.add('Add shape', [box('b', 0, 0)]);
    before.editor.undo();
    const after = new Stage([box('a', 20, 0, { version: 5 })]);
    const history = kept(before);
    expect(leadsTo(history, after.editor.document)).toBe(true);
    after.editor.history.restore(history);
    after.editor.redo();
    expect(after.editor.document.has('b')).toBe(true);
    after.editor.undo();
    after.editor.undo();
    expect(after.at('a')).toEqual([10, 0]);
    move(after, 'a', 99);
    expect(after.editor.history.state.get().steps.map(({ label }) => label)).toEqual([
      'Move to 10',
      'Move to 99',
    ]);
    const ids = after.editor.history.state.get().steps.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('does not go on where somebody else changed what its steps touch', () => {
    const before = new Stage([box('a', 0, 0), box('b', 0, 0)]);
    move(before, 'a', 10);
    expect(leadsTo(kept(before), new Stage([box('a', 11, 0)]).editor.document)).toBe(false);
    expect(leadsTo(kept(before), new Stage([box('b', 5, 5)]).editor.document)).toBe(false);
    const other = new Stage([box('a', 10, 0), box('b', 700, 0)]);
    expect(leadsTo(kept(before), other.editor.document)).toBe(true);
  });

  it('counts the fields of the project too', () => {
    const before = new Stage([]);
    before.editor.setFields('Rename project', { name: 'Lobby' });
    expect(leadsTo(kept(before), new Stage([]).editor.document)).toBe(false);
    expect(leadsTo(kept(before), new Stage([], { fields: { name: 'Lobby' } }).editor.document)).toBe(true);
  });

  it('holds the newest hundred steps, and none that lie on forgotten ones', () => {
    const stage = new Stage([box('a', 0, 0)]);
    for (let x = 1; x <= 150; x++) move(stage, 'a', x);
    expect(kept(stage).steps).toHaveLength(100);
    expect(kept(stage).steps[0]!.label).toBe('Move to 51');
    stage.editor.goToStep(20);
    expect(keptPart('prj_1', stage.editor.history.state.get())).toBeUndefined();
  });
});

describe('selecting', () => {
  it('never clears what can be redone', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 300, 0)]);
    move(stage, 'a', 10);
    stage.editor.undo();
    stage.click(310, 10).click(700, 700).down(-50, -50).move(500, 500).up();
    expect(stage.editor.history.canRedo).toBe(true);
    stage.editor.redo();
    expect(stage.at('a')).toEqual([10, 0]);
  });
});
