import type { Element } from '#shared/model/content.ts';
import type { ResizeHandle } from '#shared/model/resize.ts';
import { fittedHeight, withoutAutoHeight } from '../../auto-height.ts';
import type { Editor } from '../../editor.ts';
import { resizeCursor, toHundredth } from '../../element-geometry.ts';
import { type Frame, frameOf, lineWithEnd, resizedFrame, scaledWith } from '../../frame.ts';
import { Moving, startingFrom } from '../../store/moving.ts';
import { type GoTo, type PointerInfo, ToolState } from '../state.ts';

/** The selection is drawn larger or smaller by a handle, each element within the bounds of its type. */
export class Resizing extends ToolState {
  readonly name = 'resizing';
  readonly #origin: PointerInfo;
  readonly #elements: readonly Element[];
  readonly #start: ReadonlyMap<string, Element>;
  readonly #frame: Frame;
  readonly #handle: ResizeHandle;

  constructor(
    editor: Editor,
    goTo: GoTo,
    origin: PointerInfo,
    elements: readonly Element[],
    handle: ResizeHandle,
  ) {
    super(editor, goTo);
    this.#origin = origin;
    this.#elements = elements;
    this.#start = startingFrom(elements);
    this.#frame = frameOf(elements)!;
    this.#handle = handle;
  }

  override enter(): void {
    this.editor.cursor.set(resizeCursor(this.#handle, this.#frame.rotation));
    this.editor.moving.set(new Moving(this.#start));
  }

  override pointerMove(info: PointerInfo): void {
    const delta = {
      x: info.canvas.x - this.#origin.canvas.x,
      y: info.canvas.y - this.#origin.canvas.y,
    };
    if (this.#frame.endsOnly) {
      const handle = this.#handle === 'w' ? 'w' : 'e';
      const pull = (line: Element) => lineWithEnd(line, handle, info.canvas, info.shift);
      this.editor.moving.set(new Moving(this.#start, pull));
      return;
    }
    const { zoom } = this.editor.camera.view.get();
    const box = resizedFrame(this.#elements, this.#frame, this.#handle, delta, {
      keepAspect: info.shift,
      zoom,
    });
    if (this.#elements.length > 1) {
      this.editor.moving.set(new Moving(this.#start, (element) => scaledWith(element, this.#frame.box, box)));
      return;
    }
    const upright = this.#frame.rotation % 90 === 0;
    const whole = upright ? Math.round : toHundredth;
    const sideways = this.#handle === 'e' || this.#handle === 'w';
    this.editor.moving.set(
      new Moving(this.#start, (element) => {
        const resized: Element = {
          ...element,
          position: { ...element.position, x: whole(box.x), y: whole(box.y) },
          size: { width: whole(box.width), height: whole(box.height) },
        };
        if (!sideways) return withoutAutoHeight(resized);
        return fittedHeight(element, resized, this.editor.textHeight) ?? resized;
      }),
    );
  }

  override pointerUp(): void {
    const count = this.#elements.length;
    this.editor.commitMoving(count === 1 ? 'Resize' : `Resize ${count} elements`);
    this.goTo('idle');
  }

  override cancel(): boolean {
    this.goTo('idle');
    return true;
  }

  override exit(): void {
    this.editor.moving.set(undefined);
  }
}
