import { describe, expect, it } from 'vitest';
import type { Page } from '#shared/model/content.ts';
import { addPage, changePage, deletePage, duplicatePage, movePage, turnBy } from './pages.ts';
import { box, Stage } from './testing/stage.ts';

const second: Page = { id: 'two', name: 'Second', duration: 5, transition: 'fade' };
const main: Page = { id: 'main', name: 'Page 1', duration: 10, transition: 'cut' };

/** Two pages: `a` and `b` lie on the first, `c` on the second. */
const twoPages = () =>
  new Stage([box('a', 0, 0), box('b', 200, 0), box('c', 0, 0, { pageId: 'two' })], {
    fields: { pages: [main, second] },
  });
const names = ({ editor }: Stage) => editor.document.pages.map(({ name }) => name);
const onPage = ({ editor }: Stage) => editor.document.all().map(({ id }) => id);

describe('the pages of a project', () => {
  it('are worked on one at a time: what lies on another is neither selected, clicked nor painted', () => {
    const stage = twoPages();
    expect(onPage(stage)).toEqual(['a', 'b']);
    stage.click(50, 50);
    expect(stage.selected).toEqual(['a']);
    stage.editor.turnTo('two');
    expect(stage.selected).toEqual([]);
    expect(onPage(stage)).toEqual(['c']);
    stage.click(50, 50);
    expect(stage.selected).toEqual(['c']);
    const everywhere = { x: -500, y: -500, width: 2000, height: 2000 };
    expect(stage.editor.document.paintedIn(everywhere).map(({ id }) => id)).toEqual(['c']);
  });

  it('turn to an element that is selected from elsewhere, as Find does', () => {
    const stage = twoPages();
    stage.editor.select(['c']);
    expect(stage.editor.document.page.get()).toBe('two');
    expect(stage.selected).toEqual(['c']);
  });

  it('take what is added to the page that is worked on', () => {
    const stage = twoPages();
    stage.editor.turnTo('two');
    stage.editor.add('Paste', [box('d', 0, 0)]);
    expect(stage.editor.document.get('d')?.pageId).toBe('two');
    stage.editor.turnTo('main');
    stage.editor.add('Paste', [box('e', 0, 0, { pageId: 'two' })]);
    expect(onPage(stage).sort()).toEqual(['a', 'b', 'e']);
  });

  it('are added behind the present one, and undoing goes back to where it was', () => {
    const stage = new Stage([box('a', 0, 0)], { fields: { pages: [] } });
    addPage(stage.editor);
    expect(names(stage)).toEqual(['Page 1', 'Page 2']);
    expect(stage.editor.document.currentPage.name).toBe('Page 2');
    expect(onPage(stage)).toEqual([]);
    stage.editor.undo();
    expect(stage.editor.document.fields.get().pages).toEqual([]);
    expect(onPage(stage)).toEqual(['a']);
    stage.editor.redo();
    expect(stage.editor.document.currentPage.name).toBe('Page 2');
  });

  it('are duplicated with what lies on them, under ids of their own', () => {
    const stage = twoPages();
    duplicatePage(stage.editor);
    expect(names(stage)).toEqual(['Page 1', 'Page 3', 'Second']);
    expect(onPage(stage)).toHaveLength(2);
    expect(onPage(stage)).not.toContain('a');
    expect(stage.editor.document.size).toBe(5);
  });

  it('are deleted with what lies on them, in one step; the last one stays', () => {
    const stage = twoPages();
    deletePage(stage.editor);
    expect(names(stage)).toEqual(['Second']);
    expect(onPage(stage)).toEqual(['c']);
    expect(stage.editor.document.size).toBe(1);
    deletePage(stage.editor);
    expect(names(stage)).toEqual(['Second']);
    stage.editor.undo();
    expect(names(stage)).toEqual(['Page 1', 'Second']);
    expect(stage.editor.document.currentPage.id).toBe('main');
    expect(onPage(stage)).toEqual(['a', 'b']);
  });

  it('are reordered, renamed and timed as steps of the history', () => {
    const stage = twoPages();
    movePage(stage.editor, 'main', 1);
    expect(names(stage)).toEqual(['Second', 'Page 1']);
    // What names no page stays on the main one, wherever that stands.
    expect(onPage(stage)).toEqual(['a', 'b']);
    changePage(stage.editor, 'two', { duration: 8, name: 'Winners' });
    expect(stage.editor.document.pages[0]).toMatchObject({ duration: 8, name: 'Winners' });
    stage.editor.undo();
    stage.editor.undo();
    expect(names(stage)).toEqual(['Page 1', 'Second']);
  });

  it('have backgrounds of their own', () => {
    const stage = twoPages();
    const red = { type: 'solid' as const, color: '#ff0000' };
    stage.editor.turnTo('two');
    stage.editor.setBackground(red);
    expect(stage.editor.document.background).toEqual(red);
    stage.editor.turnTo('main');
    expect(stage.editor.document.background).not.toEqual(red);
    stage.editor.setBackground({ type: 'solid', color: '#00ff00' });
    expect(stage.editor.document.fields.get().canvasBackground).toEqual({ type: 'solid', color: '#00ff00' });
  });

  it('are turned to by the history where a step changes something', () => {
    const stage = twoPages();
    stage.editor.turnTo('two');
    stage.editor.edit('Move', ['c'], (element) => ({ ...element, rotation: 15 }));
    turnBy(stage.editor, -1);
    expect(stage.editor.document.page.get()).toBe('main');
    stage.editor.undo();
    expect(stage.editor.document.page.get()).toBe('two');
    expect(stage.editor.document.get('c')?.rotation).toBe(0);
    stage.editor.add('Add shape', [box('d', 0, 0)]);
    turnBy(stage.editor, -1);
    stage.editor.undo();
    expect(stage.editor.document.page.get()).toBe('two');
  });

  it('fall back to the first when somebody else removes the one that is worked on', () => {
    const stage = twoPages();
    stage.editor.turnTo('two');
    const before = stage.editor.document.fields.get();
    stage.editor.document.apply(
      { elements: new Map(), fields: { before, after: { ...before, pages: [main] } } },
      'server',
    );
    expect(stage.editor.document.currentPage.id).toBe('main');
    // Nothing is lost: what was on it lies on the first page now.
    expect(onPage(stage)).toEqual(['a', 'b', 'c']);
  });
});
