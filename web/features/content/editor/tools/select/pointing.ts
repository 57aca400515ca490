import type { Element } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Point } from '#shared/model/geometry.ts';
import type { ResizeHandle } from '#shared/model/resize.ts';
import type { Editor } from '../../editor.ts';
import { type GoTo, type PointerInfo, ToolState } from '../state.ts';
import { Brushing } from './brushing.ts';
import { Resizing } from './resizing.ts';
import { Rotating } from './rotating.ts';
import { Translating } from './translating.ts';

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The pointer is down and has not moved more than the drag threshold: a click, or a drag to come. */
abstract class Pointing extends ToolState {
  protected readonly origin: PointerInfo;
  protected readonly pressedAt: number;

  constructor(editor: Editor, goTo: GoTo, origin: PointerInfo) {
    super(editor, goTo);
    this.origin = origin;
    this.pressedAt = editor.now();
  }

  /** What the press becomes once it is a drag; undefined while it stays a press. */
  protected abstract drag(): ToolState | undefined;

  protected get quick(): boolean {
    return this.editor.now() - this.pressedAt < editorConstants.quickClick;
  }

  override pointerMove(info: PointerInfo): void {
    if (distance(info.screen, this.origin.screen) <= editorConstants.dragThreshold) return;
    const gesture = this.drag();
    if (!gesture) return;
    this.goTo(gesture);
    gesture.pointerMove(info);
  }

  override pointerUp(_info: PointerInfo): void {
    this.goTo('idle');
  }

  override cancel(): boolean {
    this.goTo('idle');
    return true;
  }
}

export class PointingElement extends Pointing {
  readonly name = 'pointing-element';
  readonly #element: Element;
  #wasSelected = false;

  constructor(editor: Editor, goTo: GoTo, origin: PointerInfo, element: Element) {
    super(editor, goTo, origin);
    this.#element = element;
  }

  override enter(): void {
    const { editor, origin } = this;
    this.#wasSelected = editor.isSelected(this.#element.id);
    if (this.#wasSelected || origin.ctrl) return;
    const taken = editor.groups.takenWith(this.#element);
    editor.select(origin.shift ? [...editor.selection.get(), ...taken] : taken);
  }

  protected override drag(): ToolState | undefined {
    const { editor, goTo } = this;
    if (!editor.isSelected(this.#element.id)) {
      editor.select([...editor.selection.get(), ...editor.groups.takenWith(this.#element)]);
    }
    const movable = editor.selectedElements().filter((element) => !element.isLocked);
    return movable.length > 0 ? new Translating(editor, goTo, this.origin, movable) : undefined;
  }

  override pointerUp(info: PointerInfo): void {
    const { editor, origin } = this;
    const taken = editor.groups.takenWith(this.#element);
    const selection = editor.selection.get();
    const without = () => selection.filter((other) => !taken.includes(other));
    if (origin.ctrl) editor.select(this.#wasSelected ? without() : [...selection, ...taken]);
    else if (this.#wasSelected && this.quick) editor.select(origin.shift ? without() : taken);
    super.pointerUp(info);
  }
}

export class PointingCanvas extends Pointing {
  readonly name = 'pointing-canvas';

  protected override drag(): ToolState {
    return new Brushing(this.editor, this.goTo, this.origin);
  }

  override pointerUp(info: PointerInfo): void {
    if (!this.origin.ctrl && !this.origin.shift) this.editor.select([]);
    super.pointerUp(info);
  }
}

export class PointingHandle extends Pointing {
  readonly name = 'pointing-handle';
  readonly #elements: readonly Element[];
  readonly #handle: ResizeHandle;

  constructor(
    editor: Editor,
    goTo: GoTo,
    origin: PointerInfo,
    elements: readonly Element[],
    handle: ResizeHandle,
  ) {
    super(editor, goTo, origin);
    this.#elements = elements;
    this.#handle = handle;
  }

  protected override drag(): ToolState {
    return new Resizing(this.editor, this.goTo, this.origin, this.#elements, this.#handle);
  }
}

/** The round handle above the selection. */
export class PointingTurn extends Pointing {
  readonly name = 'pointing-turn';
  readonly #elements: readonly Element[];

  constructor(editor: Editor, goTo: GoTo, origin: PointerInfo, elements: readonly Element[]) {
    super(editor, goTo, origin);
    this.#elements = elements;
  }

  protected override drag(): ToolState {
    return new Rotating(this.editor, this.goTo, this.origin, this.#elements);
  }
}
