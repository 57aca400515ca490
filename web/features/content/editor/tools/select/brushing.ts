import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Editor } from '../../editor.ts';
import { boxBetween } from '../../element-geometry.ts';
import { type GoTo, type PointerInfo, ToolState } from '../state.ts';

/** The marquee: selects what overlaps it, once it is larger than 5 px of the screen. */
export class Brushing extends ToolState {
  readonly name = 'brushing';
  readonly #origin: PointerInfo;
  readonly #selectedBefore: readonly string[];

  constructor(editor: Editor, goTo: GoTo, origin: PointerInfo) {
    super(editor, goTo);
    this.#origin = origin;
    this.#selectedBefore = editor.selection.get();
  }

  override enter(): void {
    this.editor.cursor.set('crosshair');
    this.editor.selection.hold();
    this.editor.hovered.set(undefined);
  }

  override pointerMove(info: PointerInfo): void {
    const { editor } = this;
    const onScreen = boxBetween(this.#origin.screen, info.screen);
    const { marqueeThreshold } = editorConstants;
    if (onScreen.width <= marqueeThreshold && onScreen.height <= marqueeThreshold) {
      editor.brush.set(undefined);
      return;
    }
    const box = boxBetween(this.#origin.canvas, info.canvas);
    editor.brush.set(box);
    const touched = editor.groups.expand(editor.document.touching(box).map(({ id }) => id));
    const adding = this.#origin.ctrl || this.#origin.shift;
    editor.select(adding ? [...new Set([...this.#selectedBefore, ...touched])] : touched);
  }

  override pointerUp(): void {
    this.goTo('idle');
  }

  override cancel(): boolean {
    this.editor.select(this.#selectedBefore);
    this.goTo('idle');
    return true;
  }

  override exit(): void {
    this.editor.brush.set(undefined);
    this.editor.selection.release();
  }
}
