import type { CanvasBackground, Element, ProjectFields } from '#shared/model/content.ts';
import type { Box, Point } from '#shared/model/geometry.ts';
import { type LayerMove, layerToasts, moveLayers } from '#shared/model/layers.ts';
import { mainPageId, onPage } from '#shared/model/pages.ts';
import type { Guide } from '#shared/model/snapping.ts';
import { hasAutoHeight, type TextHeight, withFittedHeights, withHeight } from './auto-height.ts';
import { Camera } from './camera.ts';
import { boxAround, containsPoint } from './element-geometry.ts';
import { type Frame, frameOf } from './frame.ts';
import { Groups } from './groups.ts';
import { defaultSettings, type EditorSettings } from './settings.ts';
import { Signal } from './signal.ts';
import { type Diff, isEmptyDiff } from './store/diff.ts';
import { EditorDocument } from './store/document.ts';
import { History } from './store/history.ts';
import type { Moving } from './store/moving.ts';
import { same } from './store/same.ts';
import type { TextFormatting } from './text-format.ts';
import { SelectTool } from './tools/select/index.ts';
import type { Spacing } from './tools/select/spacing.ts';
import type { PointerInfo } from './tools/state.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface EditorOptions {
  fields: ProjectFields;
  elements: readonly Element[];
  settings?: EditorSettings;
  toast?: (message: string, kind: ToastKind, detail?: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface EditOptions {
  /** Edits in a row with the same key are one step of the history. */
  squashKey?: string;
  /** The selection after the edit; unchanged by default. */
  select?: readonly string[];
}

/**
 * The editor behind the canvas: document, history, selection, camera and tool. It knows nothing of React or
 * the DOM; components and the canvas listen to its signals.
 */
export class Editor {
  readonly document: EditorDocument;
  readonly history = new History();
  readonly camera = new Camera();
  readonly tool: SelectTool;
  readonly groups: Groups;
  readonly settings: Signal<EditorSettings>;

  /** Ids, in the order in which they were selected. */
  readonly selection = new Signal<readonly string[]>([]);
  readonly hovered = new Signal<string | undefined>(undefined);
  /** Elements as the gesture under way shows them; the document changes only when it ends. */
  readonly moving = new Signal<Moving | undefined>(undefined);
  readonly guides = new Signal<readonly Guide[]>([]);
  /** Gaps that a drag made equal. */
  readonly spacings = new Signal<readonly Spacing[]>([]);
  readonly brush = new Signal<Box | undefined>(undefined);
  readonly cursor = new Signal('default');
  /** Whether the key is held with which a drag moves the view. */
  readonly panning = new Signal(false);
  /** The element whose text is being typed. */
  readonly editingText = new Signal<string | undefined>(undefined);
  /** The field it is typed in, once it is there. */
  readonly textField = new Signal<TextFormatting | undefined>(undefined);
  /** What a screen reader is told. */
  readonly announcement = new Signal('');

  readonly toast: (message: string, kind: ToastKind, detail?: string) => void;
  readonly now: () => number;
  /** Measures texts, once there is something to measure with. */
  textHeight: TextHeight | undefined;

  #box: { selection: readonly string[]; revision: number; box: Box | undefined } | undefined;
  #framed:
    | {
        selection: readonly string[];
        revision: number;
        elements: readonly Element[];
        frame: Frame | undefined;
      }
    | undefined;
  #selectedIds: { selection: readonly string[]; ids: ReadonlySet<string> } | undefined;

  constructor(options: EditorOptions) {
    this.document = new EditorDocument(options.fields, options.elements);
    this.settings = new Signal(options.settings ?? defaultSettings);
    this.toast = options.toast ?? (() => {});
    this.now = options.now ?? Date.now;
    this.groups = new Groups(this.document);
    this.tool = new SelectTool(this);
    this.document.subscribe((diff, source) => {
      this.#forgetRemoved();
      if (source === 'server') this.history.rebase(diff);
    });
  }

  // ---------------------------------------------------------------- selection

  /** Selects elements of one page, and turns to it: that of the first, where they lie on several. */
  select(ids: readonly string[]): void {
    const found = this.document.pick(new Set(ids));
    if (found[0]) this.turnTo(this.document.pageOf(found[0]));
    const known = found
      .filter((element) => this.document.pageOf(element) === this.document.page.get())
      .map(({ id }) => id);
    const present = this.selection.get();
    if (known.length === present.length && known.every((id, index) => id === present[index])) return;
    this.history.seal();
    this.groups.follow(known);
    this.selection.set(known);
  }

  /** Works on another page from now on, with nothing selected. */
  turnTo(pageId: string): void {
    if (pageId === this.document.page.get()) return;
    this.tool.cancel();
    this.editingText.set(undefined);
    this.hovered.set(undefined);
    this.groups.entered.set(undefined);
    this.selection.set([]);
    this.document.turnTo(pageId);
  }

  isSelected(id: string): boolean {
    return this.#selected().has(id);
  }

  /** From the back to the front. */
  selectedElements(): Element[] {
    return this.document.inOrder(this.selection.get());
  }

  /** The upright box around the selection as the document has it; undefined when nothing is selected. */
  selectionBox(): Box | undefined {
    const selection = this.selection.get();
    const revision = this.document.revision.get();
    if (this.#box?.selection !== selection || this.#box.revision !== revision) {
      this.#box = { selection, revision, box: boxAround(this.document.pick(selection)) };
    }
    return this.#box.box;
  }

  /** What the handles work on, from the back to the front: the selection, unless it is locked or typed in. */
  framedElements(): readonly Element[] {
    const selection = this.selection.get();
    const revision = this.document.revision.get();
    if (this.editingText.get()) return [];
    if (this.#framed?.selection !== selection || this.#framed.revision !== revision) {
      const elements = this.selectedElements().filter(({ isLocked }) => !isLocked);
      this.#framed = { selection, revision, elements, frame: frameOf(elements) };
    }
    return this.#framed.elements;
  }

  /** The box with the handles; undefined when there is nothing to pull. */
  frame(): Frame | undefined {
    return this.framedElements().length > 0 ? this.#framed?.frame : undefined;
  }

  /**
   * A double click: enters the group of what lies there, one level at a time, or selects it to be edited.
   * @returns the element, and whether a group was entered by this
   */
  open(point: Point): { element: Element; entered: boolean } | undefined {
    const element = this.elementAt(point);
    if (!element) return undefined;
    const entered = this.groups.enter(element);
    this.select(this.groups.takenWith(element));
    return { element, entered };
  }

  elementAt(point: Point): Element | undefined {
    const near = this.document.paintedIn({ ...point, width: 0, height: 0 });
    return near.findLast((element) => containsPoint(element, point));
  }

  /** What the screen shows now. */
  elementsInSight(): Element[] {
    return this.document.touching(this.camera.visibleBox());
  }

  /** The element as it is shown now: a gesture may be moving it. */
  shown(id: string): Element | undefined {
    return this.moving.get()?.get(id) ?? this.document.get(id);
  }

  // ---------------------------------------------------------------- edits

  /** Changes elements as one step of the history. `change` returns the same object for what stays. */
  edit(
    label: string,
    ids: Iterable<string>,
    change: (element: Element) => Element,
    options: EditOptions = {},
  ): void {
    const next = this.document.pick(ids).map((element) => [element.id, change(element)] as const);
    this.commit(label, this.document.diffTo(next), options);
  }

  add(label: string, elements: readonly Element[]): void {
    const pageId = this.document.page.get();
    const added = elements.map((element) => [element.id, onPage(element, pageId)] as const);
    this.commit(label, this.document.diffTo(added), { select: elements.map(({ id }) => id) });
  }

  remove(label: string, ids: Iterable<string>): void {
    const removed = this.document.pick(ids).map(({ id }) => [id, undefined] as const);
    this.commit(label, this.document.diffTo(removed), { select: [] });
  }

  setFields(label: string, changes: Partial<ProjectFields>, options: EditOptions = {}): void {
    const before = this.document.fields.get();
    const after = { ...before, ...changes };
    if (!same(before, after)) this.commit(label, { elements: new Map(), fields: { before, after } }, options);
  }

  /** Changes what the page is drawn on. */
  setBackground(background: CanvasBackground, options: EditOptions = {}): void {
    const { pages, currentPage } = this.document;
    // The project's own is that of the main page, as it was before there were pages.
    const changes: Partial<ProjectFields> =
      currentPage.id === mainPageId
        ? { canvasBackground: background }
        : { pages: pages.map((page) => (page === currentPage ? { ...page, background } : page)) };
    this.setFields('Change background', changes, options);
  }

  /** Applies a diff and writes it into the history. */
  commit(label: string, asked: Diff, options: EditOptions = {}): void {
    if (isEmptyDiff(asked)) return;
    const selectionBefore = this.selection.get();
    const diff = withFittedHeights(asked, this.textHeight);
    this.document.apply(diff);
    if (options.select) this.selection.set(options.select.filter((id) => this.document.has(id)));
    this.history.record({
      label,
      at: this.now(),
      diff,
      selectionBefore,
      selectionAfter: this.selection.get(),
      squashKey: options.squashKey,
    });
    this.announcement.set(label);
  }

  /**
   * Changes an element in all its states, past ones too, as when an uploaded file gets its lasting address: no
   * step of its own, and no undoing brings the former state back.
   */
  amend(element: Element, change: (element: Element) => Element): void {
    const { id } = element;
    const present = this.document.get(id);
    const before = present ?? element;
    const diff: Diff = { elements: new Map([[id, { before, after: change(before) }]]) };
    if (present) this.document.apply(diff);
    this.history.rebase(diff);
  }

  /** The selected texts that are as high as their words, measured again: a font may have come. No step of its own. */
  fitTexts(): void {
    if (this.moving.get()) return;
    for (const element of this.selectedElements()) {
      const height = hasAutoHeight(element) ? this.textHeight?.(element) : undefined;
      if (height === undefined || withHeight(element, height) === element) continue;
      this.amend(element, (one) => withHeight(one, height));
    }
  }

  /** Ends a gesture: what it showed becomes the document, as one step. */
  commitMoving(label: string): void {
    const moving = this.moving.get();
    if (!moving) return;
    const changed: [string, Element][] = [];
    for (const id of moving.start.keys()) {
      const before = this.document.get(id);
      const after = moving.get(id);
      if (before && after && !same(before, after)) changed.push([id, after]);
    }
    this.commit(label, this.document.diffTo(changed));
  }

  moveLayers(ids: readonly string[], move: LayerMove): void {
    const { changes, toast } = moveLayers(this.document.all(), ids, move);
    const orders = new Map(changes.map((change) => [change.id, change.layerOrder]));
    this.edit(toast, orders.keys(), (element) => ({ ...element, layerOrder: orders.get(element.id)! }));
    this.toast(toast, toast === layerToasts.atFront || toast === layerToasts.atBack ? 'info' : 'success');
  }

  /**
   * Gives the ids, from the back to the front, layer orders in that sequence; changes as few as it can.
   * @param change made to elements in the same step
   */
  reorder(ids: readonly string[], change: (element: Element) => Element = (element) => element): void {
    const next = new Map<string, number>();
    let floor = Number.NEGATIVE_INFINITY;
    for (const id of ids) {
      const order = this.document.get(id)?.layerOrder;
      if (order === undefined) continue;
      floor = Math.max(floor + 1, order);
      if (floor !== order) next.set(id, floor);
    }
    this.edit('Reorder layers', ids, (element) => {
      const changed = change(element);
      const order = next.get(element.id);
      return order === undefined ? changed : { ...changed, layerOrder: order };
    });
  }

  // ---------------------------------------------------------------- history

  undo(): void {
    this.goToStep(this.history.state.get().done - 1);
  }

  redo(): void {
    this.goToStep(this.history.state.get().done + 1);
  }

  /** Goes to the point of the history where `done` steps are done. */
  goToStep(done: number): void {
    this.tool.cancel();
    const { steps, done: before } = this.history.state.get();
    const { diffs, selection } = this.history.goTo(done);
    for (const diff of diffs) {
      const pages = new Set(this.document.pages.map(({ id }) => id));
      this.document.apply(diff);
      this.#turnToChange(diff, pages);
    }
    if (selection) this.select(selection);
    if (diffs.length === 0) return;
    const step = done < before ? steps[done] : steps[done - 1];
    this.announcement.set(`${done < before ? 'Undid' : 'Redid'}: ${step?.label ?? ''}`);
  }

  // ---------------------------------------------------------------- pointer

  pointerDown(info: PointerInfo): void {
    this.tool.pointerDown(info);
  }

  pointerMove(info: PointerInfo): void {
    this.tool.pointerMove(info);
  }

  pointerUp(info: PointerInfo): void {
    this.tool.pointerUp(info);
  }

  /** Escape: ends the gesture, else the typing, else leaves one group, else the selection. */
  escape(): void {
    if (this.tool.cancel()) return;
    const entered = this.groups.entered.get();
    if (this.editingText.get()) this.editingText.set(undefined);
    else if (entered) {
      this.select(this.groups.leave());
    } else this.select([]);
  }

  /** Turns to where a step of the history changes something, so that it is seen. @param before the pages' ids */
  #turnToChange(diff: Diff, before: ReadonlySet<string>): void {
    const added = this.document.pages.find(({ id }) => !before.has(id));
    const changed = [...diff.elements.values()].flatMap(({ before: was, after }) => after ?? was ?? []);
    const isHere = changed.some((element) => this.document.pageOf(element) === this.document.page.get());
    if (added) this.turnTo(added.id);
    else if (changed[0] && !isHere) this.turnTo(this.document.pageOf(changed[0]));
  }

  #selected(): ReadonlySet<string> {
    const selection = this.selection.get();
    if (this.#selectedIds?.selection !== selection) {
      this.#selectedIds = { selection, ids: new Set(selection) };
    }
    return this.#selectedIds.ids;
  }

  #forgetRemoved(): void {
    const selection = this.selection.get();
    const isHere = (id: string) => this.document.isOnPage(id);
    if (!selection.every(isHere)) this.selection.set(selection.filter(isHere));
    const hovered = this.hovered.get();
    if (hovered && !this.document.has(hovered)) this.hovered.set(undefined);
    const typed = this.editingText.get();
    if (typed && !this.document.has(typed)) this.editingText.set(undefined);
  }
}
