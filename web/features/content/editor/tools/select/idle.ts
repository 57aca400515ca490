import { handleAt, resizeCursor } from '../../element-geometry.ts';
import { type PointerInfo, ToolState } from '../state.ts';
import { Panning } from './panning.ts';
import { PointingCanvas, PointingElement, PointingHandle } from './pointing.ts';

/** Nothing is pressed: the cursor tells what a press would do. */
export class Idle extends ToolState {
  readonly name = 'idle';

  override enter(): void {
    this.editor.cursor.set('default');
  }

  override pointerDown(info: PointerInfo): void {
    const { editor, goTo } = this;
    if (info.button === 'middle' || (info.button === 'left' && info.alt)) {
      goTo(new Panning(editor, goTo, info));
      return;
    }
    if (info.button === 'right') {
      const under = editor.elementAt(info.canvas);
      if (under && !editor.isSelected(under.id)) editor.select([under.id]);
      return;
    }
    const held = this.#handleUnder(info);
    if (held) {
      goTo(new PointingHandle(editor, goTo, info, held.element, held.handle));
      return;
    }
    const element = editor.elementAt(info.canvas);
    if (element) goTo(new PointingElement(editor, goTo, info, element));
    else if (info.kind === 'touch') goTo(new Panning(editor, goTo, info, true));
    else goTo(new PointingCanvas(editor, goTo, info));
  }

  override pointerMove(info: PointerInfo): void {
    const held = this.#handleUnder(info);
    const element = held ? undefined : this.editor.elementAt(info.canvas);
    this.editor.hovered.set(element?.id);
    if (held) this.editor.cursor.set(resizeCursor(held.handle, held.element.rotation));
    else if (info.alt) this.editor.cursor.set('grab');
    else this.editor.cursor.set(element ? (element.isLocked ? 'not-allowed' : 'move') : 'default');
  }

  #handleUnder(info: PointerInfo) {
    const element = this.editor.resizableElement();
    const handle = element && handleAt(element, info.canvas, this.editor.camera.view.get().zoom);
    return element && handle ? { element, handle } : undefined;
  }
}
