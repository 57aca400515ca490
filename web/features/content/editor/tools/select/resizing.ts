import type { Element } from '#shared/model/content.ts';
import { type ResizeHandle, resizeBox } from '#shared/model/resize.ts';
import { boundsOf } from '#shared/scene/registry.ts';
import type { Editor } from '../../editor.ts';
import { boxOf, resizeCursor } from '../../element-geometry.ts';
import { Moving, startingFrom } from '../../store/moving.ts';
import { type PointerInfo, ToolState } from '../state.ts';
import { Idle } from './idle.ts';

/** One element is drawn larger or smaller by a handle, within the bounds of its type. */
export class Resizing extends ToolState {
  readonly name = 'resizing';
  readonly #origin: PointerInfo;
  readonly #start: Element;
  readonly #handle: ResizeHandle;

  constructor(
    editor: Editor,
    goTo: (state: ToolState) => void,
    origin: PointerInfo,
    element: Element,
    handle: ResizeHandle,
  ) {
    super(editor, goTo);
    this.#origin = origin;
    this.#start = element;
    this.#handle = handle;
  }

  override enter(): void {
    this.editor.cursor.set(resizeCursor(this.#handle, this.#start.rotation));
    this.editor.moving.set(new Moving(startingFrom([this.#start])));
  }

  override pointerMove(info: PointerInfo): void {
    const start = this.#start;
    const box = resizeBox(
      boxOf(start),
      this.#handle,
      info.canvas.x - this.#origin.canvas.x,
      info.canvas.y - this.#origin.canvas.y,
      boundsOf(start),
      {
        rotation: start.rotation,
        keepAspect: info.shift,
        zoom: this.editor.camera.view.get().zoom,
      },
    );
    const upright = start.rotation % 90 === 0;
    const whole = upright ? Math.round : (value: number) => Math.round(value * 100) / 100;
    const resized: Element = {
      ...start,
      position: { ...start.position, x: whole(box.x), y: whole(box.y) },
      size: { width: whole(box.width), height: whole(box.height) },
    };
    this.editor.moving.set(new Moving(startingFrom([start]), () => resized));
  }

  override pointerUp(): void {
    this.editor.commitMoving('Resize');
    this.goTo(new Idle(this.editor, this.goTo));
  }

  override cancel(): boolean {
    this.goTo(new Idle(this.editor, this.goTo));
    return true;
  }

  override exit(): void {
    this.editor.moving.set(undefined);
  }
}
