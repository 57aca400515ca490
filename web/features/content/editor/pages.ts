import { contentLimits, type Page, type ProjectFields } from '#shared/model/content.ts';
import { mainPage, onPage } from '#shared/model/pages.ts';
import { newElementId, newPageId } from './create.ts';
import type { Editor } from './editor.ts';
import { ownGroups } from './group-path.ts';

/* What is done with the pages of a project: each is one step of the history. */

/** A name that no page has: 'Page 4'. */
function freeName(pages: readonly Page[]): string {
  const names = new Set(pages.map(({ name }) => name));
  let number = pages.length + 1;
  while (names.has(`Page ${number}`)) number++;
  return `Page ${number}`;
}

function hasRoom(editor: Editor, elements: number): boolean {
  const { pages, elementsPerProject } = contentLimits;
  const { document } = editor;
  if (document.pages.length >= pages) editor.toast(`A project has at most ${pages} pages.`, 'error');
  else if (document.size + elements > elementsPerProject)
    editor.toast(`A project holds at most ${elementsPerProject} elements.`, 'error');
  else return true;
  return false;
}

const withPages = (before: ProjectFields, pages: readonly Page[]) => ({
  before,
  after: { ...before, pages: [...pages] },
});

/** Puts a page behind the one that is worked on, and turns to it. */
function insert(editor: Editor, label: string, page: Page, withElements: boolean): void {
  const { document } = editor;
  const { pages, currentPage } = document;
  const regrouped = ownGroups();
  const copies = (withElements ? document.all() : []).map((element) => ({
    ...structuredClone(regrouped(onPage(element, page.id))),
    id: newElementId(),
    version: 1,
  }));
  if (!hasRoom(editor, copies.length)) return;
  const at = pages.indexOf(currentPage) + 1;
  const fields = withPages(document.fields.get(), [...pages.slice(0, at), page, ...pages.slice(at)]);
  const elements = document.diffTo(copies.map((element) => [element.id, element] as const));
  editor.commit(label, { ...elements, fields }, { select: [] });
  editor.turnTo(page.id);
}

/** An empty page behind the current one, on the same background. */
export function addPage(editor: Editor): void {
  const { background, pages, currentPage } = editor.document;
  const { duration, transition } = currentPage;
  const page = { ...mainPage, duration, transition, id: newPageId(), name: freeName(pages), background };
  insert(editor, 'Add page', page, false);
}

/** The current page once more, behind it. */
export function duplicatePage(editor: Editor): void {
  const { background, pages, currentPage } = editor.document;
  insert(
    editor,
    'Duplicate page',
    { ...currentPage, id: newPageId(), name: freeName(pages), background },
    true,
  );
}

/** Removes the current page with what is on it; the last one stays. */
export function deletePage(editor: Editor): void {
  const { document } = editor;
  const { pages, currentPage } = document;
  if (pages.length === 1) return;
  const at = pages.indexOf(currentPage);
  const left = pages.filter((page) => page !== currentPage);
  const removed = document.diffTo(document.all().map(({ id }) => [id, undefined] as const));
  const fields = withPages(document.fields.get(), left);
  const next = left[Math.min(at, left.length - 1)]!.id;
  editor.commit(`Delete ${currentPage.name}`, { ...removed, fields }, { select: [] });
  editor.turnTo(next);
}

/** Moves a page to another place in the order. */
export function movePage(editor: Editor, id: string, to: number): void {
  const { pages } = editor.document;
  const moved = pages.find((page) => page.id === id);
  if (!moved) return;
  const others = pages.filter((page) => page !== moved);
  const place = Math.max(0, Math.min(others.length, to));
  const next = [...others.slice(0, place), moved, ...others.slice(place)];
  if (next.every((page, at) => page === pages[at])) return;
  editor.setFields('Reorder pages', { pages: next });
  editor.announcement.set(`${moved.name} is page ${place + 1} of ${pages.length}`);
}

/** Changes a page's name, how long it is shown, or how it gives way to the next. */
export function changePage(
  editor: Editor,
  id: string,
  changes: Partial<Pick<Page, 'name' | 'duration' | 'transition'>>,
): void {
  const pages = editor.document.pages.map((page) => (page.id === id ? { ...page, ...changes } : page));
  editor.setFields('Change page', { pages }, { squashKey: `page ${id} ${Object.keys(changes)}` });
}

/** Turns to the page that is so many places further. */
export function turnBy(editor: Editor, step: 1 | -1): void {
  const { pages, currentPage } = editor.document;
  const next = pages[pages.indexOf(currentPage) + step];
  if (!next) return;
  editor.turnTo(next.id);
  editor.announcement.set(`${next.name}, page ${pages.indexOf(next) + 1} of ${pages.length}`);
}
