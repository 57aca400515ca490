import { handleAt, handleGrip, resizeCursor } from '../../element-geometry.ts';
import { turnHandleAt } from '../../frame.ts';
import { type PointerInfo, ToolState } from '../state.ts';
import { Panning } from './panning.ts';
import { PointingCanvas, PointingElement, PointingHandle, PointingTurn } from './pointing.ts';

/** Nothing is pressed: the cursor tells what a press would do. */
export class Idle extends ToolState {
  readonly name = 'idle';

  override enter(): void {
    this.editor.cursor.set('default');
  }

  override pointerDown(info: PointerInfo): void {
    const { editor, goTo } = this;
    if (info.button === 'middle' || (info.button === 'left' && (info.alt || editor.panning.get()))) {
      goTo(new Panning(editor, goTo, info));
      return;
    }
    if (info.button === 'right') {
      const under = editor.elementAt(info.canvas);
      if (under && !editor.isSelected(under.id)) editor.select(editor.groups.takenWith(under));
      return;
    }
    const held = this.#handleUnder(info);
    if (held === 'turn') {
      goTo(new PointingTurn(editor, goTo, info, editor.framedElements()));
      return;
    }
    if (held) {
      goTo(new PointingHandle(editor, goTo, info, editor.framedElements(), held));
      return;
    }
    const element = editor.elementAt(info.canvas);
    if (element) goTo(new PointingElement(editor, goTo, info, element));
    else if (info.kind === 'touch') goTo(new Panning(editor, goTo, info, true));
    else goTo(new PointingCanvas(editor, goTo, info));
  }

  override pointerMove(info: PointerInfo): void {
    if (this.editor.panning.get()) {
      this.editor.hovered.set(undefined);
      this.editor.cursor.set('grab');
      return;
    }
    const held = this.#handleUnder(info);
    const element = held ? undefined : this.editor.elementAt(info.canvas);
    this.editor.hovered.set(element?.id);
    if (held === 'turn') this.editor.cursor.set('grab');
    else if (held) this.editor.cursor.set(resizeCursor(held, this.editor.frame()!.rotation));
    else if (info.alt) this.editor.cursor.set('grab');
    else this.editor.cursor.set(element ? (element.isLocked ? 'not-allowed' : 'move') : 'default');
  }

  #handleUnder(info: PointerInfo) {
    const frame = this.editor.frame();
    if (!frame) return undefined;
    const { zoom } = this.editor.camera.view.get();
    if (frame.endsOnly) return handleAt(frame, info.canvas, zoom);
    const turn = turnHandleAt(frame, zoom);
    const near = Math.hypot(turn.x - info.canvas.x, turn.y - info.canvas.y) <= handleGrip / 2 / zoom;
    return near ? 'turn' : handleAt(frame, info.canvas, zoom);
  }
}
