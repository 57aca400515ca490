import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { newProjectDefaults } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { Editor } from '../editor/editor.ts';
import { canvasDiffers, differences, diffToRestore, drawingOf } from './compare.ts';

const element = (id: string, changes: Partial<Element> = {}): Element => ({
  ...newElement('shape', { id, x: 0, y: 0, layerOrder: 0 }),
  ...changes,
});

function opened() {
  const editor = new Editor({
    fields: newProjectDefaults,
    elements: [element('a'), element('b'), element('c')],
  });
  const old = drawingOf(editor.document);
  editor.edit('Turn', ['a'], (one) => ({ ...one, rotation: 45, version: 7 }));
  editor.remove('Delete', ['b']);
  editor.add('Add', [element('d')]);
  editor.setFields('Resize', { canvasSize: { width: 800, height: 600 } });
  return { editor, old };
}

describe('what differs between a version and the present', () => {
  it('is added, changed and removed, and the canvas', () => {
    const { editor, old } = opened();
    const present = drawingOf(editor.document);
    expect(differences(old, present).map(({ id, kind }) => [id, kind])).toEqual([
      ['a', 'changed'],
      ['d', 'added'],
      ['b', 'removed'],
    ]);
    expect(canvasDiffers(old, present)).toBe(true);
  });

  it('is nothing where only the server’s count of saves differs', () => {
    const { old } = opened();
    const counted = { ...old, elements: old.elements.map((one) => ({ ...one, version: 9 })) };
    expect(differences(old, counted)).toEqual([]);
    expect(canvasDiffers(old, counted)).toBe(false);
  });
});

describe('restoring', () => {
  it('brings the drawing back as one step, which undo takes back; counts of saves go on', () => {
    const { editor, old } = opened();
    const present = drawingOf(editor.document);
    const { done } = editor.history.state.get();
    editor.commit('Restore', diffToRestore(editor.document, old), { select: [] });
    const restored = drawingOf(editor.document);
    expect(differences(old, restored)).toEqual([]);
    expect(canvasDiffers(old, restored)).toBe(false);
    expect(editor.document.get('a')!.version).toBe(7);
    expect(editor.history.state.get().done).toBe(done + 1);
    editor.undo();
    expect(differences(present, drawingOf(editor.document))).toEqual([]);
    expect(canvasDiffers(present, drawingOf(editor.document))).toBe(false);
  });

  it('of what is there already is no step', () => {
    const { editor } = opened();
    const { elements } = diffToRestore(editor.document, drawingOf(editor.document));
    expect(elements.size).toBe(0);
  });
});
