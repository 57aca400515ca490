import { describe, expect, it } from 'vitest';
import type { Page } from './canvas.ts';
import { element as elementSchema, project } from './content.ts';
import { mainPage, onPage, pageDrawings, pageIdOf, pageMomentAt, pageWindows } from './pages.ts';

const page = (id: string, duration: number, transition: Page['transition'] = 'cut'): Page => ({
  id,
  name: id,
  duration,
  transition,
});
const element = (id: string, pageId?: string | null) => ({ id, pageId }) as never;
const canvas = {
  canvasSize: { width: 100, height: 100 },
  canvasBackground: { type: 'solid' as const, color: '#111111' },
};

describe('a project without a list of pages', () => {
  it('is one page that holds everything', () => {
    const [only, ...more] = pageDrawings({ ...canvas, elements: [element('a'), element('b')] });
    expect(more).toEqual([]);
    expect(only!.page).toEqual(mainPage);
    expect(only!.elements).toHaveLength(2);
    expect(only!.canvasBackground).toBe(canvas.canvasBackground);
  });

  it('stays as it is stored: neither it nor its elements get a field', () => {
    const stored = project.shape.pages.parse(undefined);
    expect(stored).toBeUndefined();
    const drawn = elementSchema.parse({
      id: 'elm_a',
      elementType: 'shape',
      position: { x: 0, y: 0 },
      size: { width: 1, height: 1 },
      layerOrder: 0,
    });
    expect('pageId' in drawn).toBe(false);
  });
});

describe('pages', () => {
  const pages = [page('two', 4), page('main', 2)];

  it('hold the elements that name them, and the main one those that name none, wherever it stands', () => {
    expect(pageIdOf(element('a'), pages)).toBe('main');
    expect(pageIdOf(element('a', null), pages)).toBe('main');
    expect(pageIdOf(element('a', 'two'), pages)).toBe('two');
  });

  it('show what is left of a page that is gone on the first', () => {
    expect(pageIdOf(element('a', 'gone'), pages)).toBe('two');
    expect(pageIdOf(element('a'), [page('two', 1)])).toBe('two');
  });

  it('have their own background, or the project’s', () => {
    const own = { type: 'solid' as const, color: '#222222' };
    const drawings = pageDrawings({
      ...canvas,
      pages: [page('main', 1), { ...page('two', 1), background: own }],
      elements: [],
    });
    expect(drawings.map(({ canvasBackground }) => canvasBackground)).toEqual([canvas.canvasBackground, own]);
  });

  it('take an element that is moved to them, without a field more than it needs', () => {
    const drawn = { id: 'a' } as { id: string; pageId?: string | null };
    expect(onPage(drawn, 'main')).toBe(drawn);
    expect(onPage(drawn, 'two')).toEqual({ id: 'a', pageId: 'two' });
    // Null, as leaving a field out of a change changes nothing.
    expect(onPage({ id: 'a', pageId: 'two' }, 'main')).toEqual({ id: 'a', pageId: null });
  });
});

describe('the moment of a sign with pages', () => {
  const pages = [page('a', 4, 'fade'), page('b', 2, 'slide-left'), page('c', 3)];

  it('begins with the first page, which comes in without a transition', () => {
    expect(pageMomentAt(pages, 0)).toEqual({ index: 0, t: 0 });
    expect(pageMomentAt(pages, 3.9)).toEqual({ index: 0, t: 3.9 });
  });

  it('lets two pages overlap for the transition, and both go on', () => {
    const { index, t, leaving } = pageMomentAt(pages, 4.3);
    expect([index, leaving?.index, leaving?.transition]).toEqual([1, 0, 'fade']);
    expect(t).toBeCloseTo(0.3);
    expect(leaving?.t).toBeCloseTo(4.3);
    expect(leaving?.progress).toBeCloseTo(0.5);
    expect(pageMomentAt(pages, 4.7).leaving).toBeUndefined();
  });

  it('begins again after the last page, as a cut says without one between', () => {
    expect(pageMomentAt(pages, 9)).toEqual({ index: 0, t: 0 });
    expect(pageMomentAt([pages[2]!, pages[0]!], 7.1).leaving?.transition).toBe('fade');
  });

  it('tells which page is on from one moment to another', () => {
    expect(pageWindows(pages, 3, 10)).toEqual([
      { index: 0, from: 0, to: 4 },
      { index: 1, from: 4, to: 6 },
      { index: 2, from: 6, to: 9 },
      { index: 0, from: 9, to: 13 },
    ]);
  });
});
