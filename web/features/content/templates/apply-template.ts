import { contentLimits, type Element } from '#shared/model/content.ts';
import { inLayerOrder, nextLayerOrder } from '#shared/model/layers.ts';
import { backgroundOf, mainPageId, onPage, pageIdOf, pagesOf } from '#shared/model/pages.ts';
import type { TemplateWithData } from '#shared/model/templates.ts';
import { newElementId, newPageId } from '../editor/create.ts';
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

/** The template's further pages as pages of their own, and where its elements come to lie. */
function addedPages({ templateData }: TemplateWithData, current: string) {
  const [first, ...more] = pagesOf(templateData);
  const added = more.map((page) => ({
    ...page,
    id: newPageId(),
    background: backgroundOf(templateData, page),
  }));
  const places = new Map([[first!.id, current], ...more.map(({ id }, at) => [id, added[at]!.id] as const)]);
  return { added, placeOf: (element: Element) => places.get(pageIdOf(element, pagesOf(templateData)))! };
}

/** Draws a template into the open project as one step of its history. */
export function applyTemplate(editor: Editor, template: TemplateWithData, mode: ApplyMode): void {
  const { document } = editor;
  const before = document.fields.get();
  const variables = [...new Set([...before.variables, ...template.variables])];
  const { canvasBackground, pages = [] } = template.templateData;
  const current = document.page.get();
  const { added: furtherPages, placeOf } = addedPages(template, current);
  const first = mode === 'add' ? nextLayerOrder(document.all()) : 0;
  const drawn = elementsOf(template, first);
  const added = mode === 'add' ? drawn.map((element) => onPage(element, placeOf(element))) : drawn;
  const here = added.filter((element) => (element.pageId ?? mainPageId) === current);
  const removed = mode === 'replace' ? document.ofAllPages() : [];
  const canvas =
    mode === 'replace'
      ? { canvasSize: template.canvasSize, canvasBackground, pages }
      : { pages: furtherPages.length > 0 ? [...document.pages, ...furtherPages] : before.pages };
  if ((canvas.pages?.length ?? 0) > contentLimits.pages) {
    editor.toast(`A project has at most ${contentLimits.pages} pages.`, 'error');
    return;
  }
  const diff = document.diffTo([
    ...removed.map(({ id }) => [id, undefined] as const),
    ...added.map((element) => [element.id, element] as const),
  ]);
  editor.commit(
    `Use template ${template.name}`,
    { ...diff, fields: { before, after: { ...before, ...canvas, variables } } },
    { select: mode === 'add' ? here.map(({ id }) => id) : [] },
  );
  if (mode === 'replace') editor.camera.fit(template.canvasSize);
}
