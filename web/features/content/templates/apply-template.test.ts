import { describe, expect, it } from 'vitest';
import { newProjectDefaults } from '#shared/model/content.ts';
import type { TemplateWithData } from '#shared/model/templates.ts';
import { newElement } from '#shared/scene/registry.ts';
import { Editor } from '../editor/editor.ts';
import { applyTemplate } from './apply-template.ts';

const element = (x: number, layerOrder: number, groupId: string | null = null) => {
  const { id: _id, version: _version, ...fields } = newElement('shape', { id: 'x', x, y: 0, layerOrder });
  return { ...fields, groupId };
};

const template = {
  name: 'Poster',
  canvasSize: { width: 1080, height: 1080 },
  variables: ['lead.name'],
  templateData: {
    canvasBackground: { type: 'solid', color: '#102030' },
    elements: [element(30, 7, 'grp_a'), element(10, 2), element(20, 5, 'grp_a')],
  },
} as unknown as TemplateWithData;

const editorWith = (count: number) =>
  new Editor({
    fields: { ...newProjectDefaults, variables: ['rep.name'] },
    elements: Array.from({ length: count }, (_, at) =>
      newElement('text', { id: `elm_${at}`, x: at, y: 0, layerOrder: at }),
    ),
  });

describe('drawing a template into a project', () => {
  it('replaces elements and canvas in one step that can be taken back', () => {
    const editor = editorWith(2);
    applyTemplate(editor, template, 'replace');
    expect(editor.document.all().map(({ position, layerOrder }) => [position.x, layerOrder])).toEqual([
      [10, 0],
      [20, 1],
      [30, 2],
    ]);
    expect(editor.document.fields.get()).toMatchObject({
      canvasSize: { width: 1080, height: 1080 },
      canvasBackground: { type: 'solid', color: '#102030' },
      variables: ['rep.name', 'lead.name'],
    });
    editor.undo();
    expect(editor.document.all().map(({ id }) => id)).toEqual(['elm_0', 'elm_1']);
    expect(editor.document.fields.get()).toMatchObject({ canvasSize: { width: 1920, height: 1080 } });
  });

  it('adds on top of what is there, selects it, and leaves the canvas as it is', () => {
    const editor = editorWith(2);
    applyTemplate(editor, template, 'add');
    expect(editor.document.all().map(({ layerOrder }) => layerOrder)).toEqual([0, 1, 2, 3, 4]);
    expect(editor.selectedElements()).toHaveLength(3);
    expect(editor.document.fields.get().canvasSize).toEqual({ width: 1920, height: 1080 });
  });

  it('gives elements ids of their own each time, and keeps what belongs together in a new group', () => {
    const editor = editorWith(0);
    applyTemplate(editor, template, 'add');
    applyTemplate(editor, template, 'add');
    const all = editor.document.all();
    expect(new Set(all.map(({ id }) => id)).size).toBe(6);
    const groups = all.map(({ groupId }) => groupId);
    expect(groups.map((group) => group === null)).toEqual([true, false, false, true, false, false]);
    expect(groups[1]).toBe(groups[2]);
    expect(groups[4]).toBe(groups[5]);
    expect(groups[1]).not.toBe(groups[4]);
  });
});
