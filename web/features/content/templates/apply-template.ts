import type { Element } from '#shared/model/content.ts';
import { inLayerOrder, nextLayerOrder } from '#shared/model/layers.ts';
import type { TemplateWithData } from '#shared/model/templates.ts';
import { newElementId } from '../editor/create.ts';
import type { Editor } from '../editor/editor.ts';
import { ownGroups } from '../editor/group-path.ts';

/** 'replace' takes the template's canvas too; 'add' puts its elements on top of what is there. */
export type ApplyMode = 'replace' | 'add';

/** The template's elements as new ones, from the back to the front, beginning at a layer. */
export function elementsOf({ templateData }: TemplateWithData, firstLayer: number): Element[] {
  const regrouped = ownGroups();
  const ordered = inLayerOrder(templateData.elements.map((element, at) => ({ ...element, id: String(at) })));
  return ordered.map((element, index) => {
    return {
      ...regrouped(element),
      id: newElementId(),
      version: 1,
      layerOrder: firstLayer + index,
    };
  });
}

/** Draws a template into the open project as one step of its history. */
export function applyTemplate(editor: Editor, template: TemplateWithData, mode: ApplyMode): void {
  const { document } = editor;
  const present = document.all();
  const first = mode === 'add' ? nextLayerOrder(present) : 0;
  const added = elementsOf(template, first);
  const removed = mode === 'replace' ? present : [];
  const diff = document.diffTo([
    ...removed.map(({ id }) => [id, undefined] as const),
    ...added.map((element) => [element.id, element] as const),
  ]);
  const before = document.fields.get();
  const variables = [...new Set([...before.variables, ...template.variables])];
  const canvas =
    mode === 'replace'
      ? { canvasSize: template.canvasSize, canvasBackground: template.templateData.canvasBackground }
      : {};
  editor.commit(
    `Use template ${template.name}`,
    { ...diff, fields: { before, after: { ...before, ...canvas, variables } } },
    { select: mode === 'add' ? added.map(({ id }) => id) : [] },
  );
  if (mode === 'replace') editor.camera.fit(template.canvasSize);
}
