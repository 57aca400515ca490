import type { CanvasBackground, Element, Page, ProjectFields } from '#shared/model/content.ts';
import { type Box, boxesOverlap } from '#shared/model/geometry.ts';
import { inLayerOrder } from '#shared/model/layers.ts';
import { backgroundOf, pageIdOf, pagesOf } from '#shared/model/pages.ts';
import { outerBoxOf } from '../element-geometry.ts';
import { Signal } from '../signal.ts';
import type { Change, Diff } from './diff.ts';
import { SpatialIndex } from './spatial-index.ts';

/** Where a change came from: an edit goes to the saving queue, what the server sent does not. */
export type ChangeSource = 'edit' | 'server';

type ChangeListener = (diff: Diff, source: ChangeSource) => void;

/**
 * The project that is being drawn: its own fields and its elements. Elements are never changed in place, so
 * that identity tells a change. Each element has listeners of its own: a moved element wakes only its own.
 * One of its pages is worked on: the order, what is painted and what is touched are those of that page.
 */
export class EditorDocument {
  readonly fields: Signal<ProjectFields>;
  /** The id of the page that is worked on. */
  readonly page: Signal<string>;
  /** Ids of the page's elements from the back to the front. */
  readonly order: Signal<readonly string[]>;
  /** Grows with each change, for what depends on the whole document. */
  readonly revision = new Signal(0);
  readonly #elements = new Map<string, Element>();
  readonly #index = new SpatialIndex((id) => this.#ofPage(id));
  /** Each element's place in the order; made when it is asked for after the order changed. */
  #ranks: ReadonlyMap<string, number> | undefined;
  readonly #elementListeners = new Map<string, Set<() => void>>();
  readonly #changeListeners = new Set<ChangeListener>();

  constructor(fields: ProjectFields, elements: readonly Element[]) {
    this.fields = new Signal(fields);
    this.page = new Signal(pagesOf(fields)[0]!.id);
    for (const element of elements) {
      this.#elements.set(element.id, element);
      this.#index.changed(element.id);
    }
    this.order = new Signal<readonly string[]>(this.#sortedIds());
  }

  /** The pages in their order, at least one. */
  get pages(): readonly Page[] {
    return pagesOf(this.fields.get());
  }

  /** The page that is worked on. */
  get currentPage(): Page {
    const { pages } = this;
    return pages.find(({ id }) => id === this.page.get()) ?? pages[0]!;
  }

  /** What the page is drawn on. */
  get background(): CanvasBackground {
    return backgroundOf(this.fields.get(), this.currentPage);
  }

  /** How many elements all pages have together. */
  get size(): number {
    return this.#elements.size;
  }

  get(id: string): Element | undefined {
    return this.#elements.get(id);
  }

  has(id: string): boolean {
    return this.#elements.has(id);
  }

  /** The page's elements from the back to the front. */
  all(): Element[] {
    return this.order.get().map((id) => this.#elements.get(id)!);
  }

  /** The elements of all pages, in no order of pages, from the back to the front. */
  ofAllPages(): Element[] {
    return this.pages.length === 1 ? this.all() : inLayerOrder([...this.#elements.values()]);
  }

  /** The id of the page that an element lies on. */
  pageOf(element: Element): string {
    return pageIdOf(element, this.pages);
  }

  /** Whether the element is there, on the page that is worked on. */
  isOnPage(id: string): boolean {
    return this.#ofPage(id) !== undefined;
  }

  /** Works on another page from now on. */
  turnTo(pageId: string): void {
    if (pageId === this.page.get() || !this.pages.some(({ id }) => id === pageId)) return;
    this.page.set(pageId);
    this.#arrange();
    this.revision.set(this.revision.get() + 1);
  }

  /** Place from the back, 0 first; -1 for an element that is gone. */
  rankOf(id: string): number {
    this.#ranks ??= new Map(this.order.get().map((one, index) => [one, index]));
    return this.#ranks.get(id) ?? -1;
  }

  /** Whose drawing may touch the box, shadows counted, from the back to the front. */
  paintedIn(box: Box): Element[] {
    return this.inOrder(this.#index.search(box));
  }

  /** The box around everything that is drawn, and around the given one. */
  extent(around: Box): Box {
    return this.#index.extent(around);
  }

  /** Whose own upright box overlaps the box, from the back to the front. */
  touching(box: Box): Element[] {
    return this.paintedIn(box).filter((element) => boxesOverlap(outerBoxOf(element), box));
  }

  /** The elements of these ids that the page has, from the back to the front. */
  inOrder(ids: readonly string[]): Element[] {
    const everything = ids.length * 4 > this.size;
    if (everything) {
      const wanted = new Set(ids);
      return this.order.get().flatMap((id) => (wanted.has(id) ? this.#elements.get(id)! : []));
    }
    const ranked = this.pick(ids).map((element) => ({ element, rank: this.rankOf(element.id) }));
    return ranked
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank)
      .map(({ element }) => element);
  }

  /** The elements of these ids that still exist. */
  pick(ids: Iterable<string>): Element[] {
    return [...ids].flatMap((id) => this.#elements.get(id) ?? []);
  }

  /** Makes the change and tells everybody whom it concerns. */
  apply(diff: Diff, source: ChangeSource = 'edit'): void {
    let orderChanged = false;
    for (const [id, { before, after }] of diff.elements) {
      if (after) this.#elements.set(id, after);
      else this.#elements.delete(id);
      this.#index.changed(id);
      orderChanged ||=
        !before ||
        !after ||
        before.layerOrder !== after.layerOrder ||
        before.position.z !== after.position.z ||
        before.pageId !== after.pageId;
    }
    const pagesChanged = diff.fields !== undefined && diff.fields.before.pages !== diff.fields.after.pages;
    if (diff.fields) this.fields.set(diff.fields.after);
    if (pagesChanged) {
      this.page.set(this.currentPage.id);
      this.#arrange();
    } else if (orderChanged) {
      this.#ranks = undefined;
      this.order.set(this.#sortedIds());
    }
    for (const id of diff.elements.keys()) {
      for (const listener of [...(this.#elementListeners.get(id) ?? [])]) listener();
    }
    for (const listener of [...this.#changeListeners]) listener(diff, source);
    this.revision.set(this.revision.get() + 1);
  }

  /** The diff that gives these elements their new state; undefined removes one. */
  diffTo(next: Iterable<readonly [string, Element | undefined]>): Diff {
    const elements = new Map<string, Change<Element | undefined>>();
    for (const [id, after] of next) {
      const before = this.#elements.get(id);
      if (before !== after) elements.set(id, { before, after });
    }
    return { elements };
  }

  subscribeElement(id: string, listener: () => void): () => void {
    const listeners = this.#elementListeners.get(id) ?? new Set();
    this.#elementListeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#elementListeners.delete(id);
    };
  }

  subscribe(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  #ofPage(id: string): Element | undefined {
    const element = this.#elements.get(id);
    return element && this.#isOfPage(element) ? element : undefined;
  }

  #isOfPage(element: Element): boolean {
    const { pages } = this;
    return pages.length === 1 || pageIdOf(element, pages) === this.page.get();
  }

  /** Everything may lie on another page than before. */
  #arrange(): void {
    for (const id of this.#elements.keys()) this.#index.changed(id);
    this.#ranks = undefined;
    this.order.set(this.#sortedIds());
  }

  #sortedIds(): string[] {
    const elements = [...this.#elements.values()];
    const ofPage = this.pages.length === 1 ? elements : elements.filter((element) => this.#isOfPage(element));
    return inLayerOrder(ofPage).map(({ id }) => id);
  }
}
