import { describe, expect, it } from 'vitest';
import { copy } from './commands/clipboard.ts';
import type { CommandContext } from './commands/command.ts';
import { duplicate } from './commands/selection.ts';
import { Creator } from './create.ts';
import { box, Stage } from './testing/stage.ts';

const contextOf = (stage: Stage) =>
  ({ editor: stage.editor, clipboard: { write: async () => {} } }) as unknown as CommandContext;

describe('creating', () => {
  it('gives each element an id of its own, its default size, and the front place', () => {
    const stage = new Stage([box('a', 0, 0)]);
    const text = new Creator(stage.editor).create('text', { x: 100, y: 100 })!;
    expect(text).toMatchObject({
      elementType: 'text',
      size: { width: 300, height: 60 },
      layerOrder: 1,
      properties: { text: 'Your text here - click to edit', customElementType: 'text' },
    });
    expect(text.id).toMatch(/^elm_/);
    expect(stage.selected).toEqual([text.id]);
  });

  it('ignores the same type in the same 50 px cell for 300 ms', () => {
    const stage = new Stage([]);
    const creator = new Creator(stage.editor);
    expect(creator.create('text', { x: 100, y: 100 })).toBeDefined();
    expect(creator.create('text', { x: 140, y: 120 })).toBeUndefined();
    expect(creator.create('text', { x: 160, y: 120 })).toBeDefined();
    stage.wait(300);
    expect(creator.create('text', { x: 100, y: 100 })).toBeDefined();
  });

  it('takes one drop from the palette in 500 ms', () => {
    const stage = new Stage([]);
    const creator = new Creator(stage.editor);
    expect(creator.fromPalette('text', { x: 0, y: 0 })).toBeDefined();
    expect(creator.fromPalette('image', { x: 900, y: 0 })).toBeUndefined();
    stage.wait(500);
    expect(creator.fromPalette('image', { x: 900, y: 0 })).toBeDefined();
  });
});

describe('copies', () => {
  it('lie 20 px beside, and 5 more for each further one', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 200, 0)]);
    stage.editor.select(['a', 'b']);
    copy.run(contextOf(stage));
    expect(stage.selected.map((id) => stage.at(id))).toEqual([
      [20, 20],
      [225, 25],
    ]);
  });

  it('by duplicating lie 10 % of the size beside, and 10 more for each further one', () => {
    const stage = new Stage([box('a', 0, 0, { size: { width: 400, height: 200 } }), box('b', 500, 0)]);
    stage.editor.select(['a', 'b']);
    duplicate.run(contextOf(stage));
    expect(stage.selected.map((id) => stage.at(id))).toEqual([
      [40, 20],
      [520, 20],
    ]);
  });

  it('say what is missing, and leave locked elements out', () => {
    const stage = new Stage([box('a', 0, 0, { isLocked: true })]);
    copy.run(contextOf(stage));
    stage.editor.select(['a']);
    duplicate.run(contextOf(stage));
    expect(stage.toasts).toEqual(['No elements selected to copy', 'No elements selected to duplicate']);
    expect(stage.editor.document.size).toBe(1);
  });
});
