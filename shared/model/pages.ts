import type { CanvasBackground, CanvasSize, Page } from './canvas.ts';
import type { Element } from './content.ts';

/** The page on which elements without a `pageId` lie, as those of every project that never had a second page. */
export const mainPageId = 'main';

/** Seconds that one page takes to give way to the next, if the next is shown for twice as long. */
const transitionSeconds = 0.6;

/** What has pages: a project, a publication, a template's drawing, a scene. */
export interface Paged {
  canvasBackground: CanvasBackground;
  pages?: readonly Page[] | undefined;
}

export const mainPage: Page = { id: mainPageId, name: 'Page 1', duration: 10, transition: 'fade' };

const onlyPage: readonly Page[] = [mainPage];

/** The pages in their order, at least one. */
export const pagesOf = ({ pages }: Pick<Paged, 'pages'>): readonly Page[] =>
  pages && pages.length > 0 ? pages : onlyPage;

/** The field of the pages, for what has several: what has one page is stored as before there were pages. */
export const pagesField = <P>(pages: P[] | undefined): { pages?: P[] } => (pages?.length ? { pages } : {});

/** The page that an element lies on. One of a page that is gone lies on the first. */
export function pageIdOf({ pageId }: Pick<Element, 'pageId'>, pages: readonly Page[]): string {
  const own = pageId ?? mainPageId;
  return pages.some(({ id }) => id === own) ? own : pages[0]!.id;
}

/** The element on another page. */
export function onPage<T extends Pick<Element, 'pageId'>>(element: T, pageId: string): T {
  if ((element.pageId ?? mainPageId) === pageId) return element;
  return { ...element, pageId: pageId === mainPageId ? null : pageId };
}

/** What a page is drawn on: its own background, or the project's. */
export const backgroundOf = (paged: Paged, page: Page): CanvasBackground =>
  page.background ?? paged.canvasBackground;

type Drawing = Paged & { canvasSize: CanvasSize; elements: readonly Element[] };

/** One page as a drawing of its own. */
export interface PageDrawing {
  canvasSize: CanvasSize;
  canvasBackground: CanvasBackground;
  elements: Element[];
}

/** Each page as a drawing of its own, in their order. */
export function pageDrawings(drawing: Drawing): (PageDrawing & { page: Page })[] {
  const pages = pagesOf(drawing);
  const byPage = new Map<string, Element[]>(pages.map(({ id }) => [id, []]));
  for (const element of drawing.elements) byPage.get(pageIdOf(element, pages))!.push(element);
  return pages.map((page) => ({
    page,
    canvasSize: drawing.canvasSize,
    canvasBackground: backgroundOf(drawing, page),
    elements: byPage.get(page.id)!,
  }));
}

/** The drawing of one page: of the one that is named, or of the first. */
export function pageDrawing(drawing: Drawing, pageId?: string): PageDrawing {
  const all = pageDrawings(drawing);
  const { page: _page, ...shown } = all.find(({ page }) => page.id === pageId) ?? all[0]!;
  return shown;
}

/** Seconds that all pages take, each once. */
export const lengthOfPages = (pages: readonly Page[]): number =>
  pages.reduce((sum, { duration }) => sum + duration, 0);

/** Seconds in which a page comes in after the one before it. */
export const enteringSeconds = (before: Page, page: Page): number =>
  before.transition === 'cut' ? 0 : Math.min(transitionSeconds, page.duration / 2);

/** What is shown at a moment of a project with pages. */
export interface PageMoment {
  /** Place of the page in the list. */
  index: number;
  /** Seconds since the page began to come in. */
  t: number;
  /** The page before while this one comes in: its own seconds, and how far the change is, from 0 to 1. */
  leaving?: { index: number; t: number; transition: Page['transition']; progress: number };
}

/** What is shown after so many seconds. After the last page the first comes again. */
export function pageMomentAt(pages: readonly Page[], seconds: number): PageMoment {
  const total = lengthOfPages(pages);
  const round = Math.floor(seconds / total);
  let t = seconds - round * total;
  let index = 0;
  while (index < pages.length - 1 && t >= pages[index]!.duration) {
    t -= pages[index]!.duration;
    index++;
  }
  const before = (index - 1 + pages.length) % pages.length;
  const isFirst = round === 0 && index === 0;
  const entering = enteringSeconds(pages[before]!, pages[index]!);
  if (pages.length === 1 || isFirst || t >= entering) return { index, t };
  const { duration, transition } = pages[before]!;
  return { index, t, leaving: { index: before, t: duration + t, transition, progress: t / entering } };
}

/** A page's stretch of time, in seconds since the project began. */
export interface PageWindow {
  index: number;
  from: number;
  to: number;
}

/** Which page is on from one moment to another, one stretch after the other. */
export function pageWindows(pages: readonly Page[], from: number, to: number): PageWindow[] {
  const windows: PageWindow[] = [];
  const total = lengthOfPages(pages);
  let at = Math.floor(from / total) * total;
  for (let index = 0; at < to; index = (index + 1) % pages.length) {
    const end = at + pages[index]!.duration;
    if (end > from) windows.push({ index, from: at, to: end });
    at = end;
  }
  return windows;
}
