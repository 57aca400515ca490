import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Editor } from '../../editor.ts';
import { type GoTo, type PointerInfo, ToolState } from '../state.ts';

/** The view follows the pointer: middle button, Alt or Space and left button, or a finger on the empty canvas. */
export class Panning extends ToolState {
  readonly name = 'panning';
  readonly #tapClears: boolean;
  readonly #origin: PointerInfo;
  #last: PointerInfo;
  #moved = false;

  constructor(editor: Editor, goTo: GoTo, origin: PointerInfo, tapClears = false) {
    super(editor, goTo);
    this.#origin = origin;
    this.#last = origin;
    this.#tapClears = tapClears;
  }

  override enter(): void {
    this.editor.cursor.set('grabbing');
  }

  override pointerMove(info: PointerInfo): void {
    const travelled = Math.hypot(
      info.screen.x - this.#origin.screen.x,
      info.screen.y - this.#origin.screen.y,
    );
    this.#moved ||= travelled > editorConstants.dragThreshold;
    this.editor.camera.pan(info.screen.x - this.#last.screen.x, info.screen.y - this.#last.screen.y);
    this.#last = info;
  }

  override pointerUp(): void {
    if (this.#tapClears && !this.#moved) this.editor.select([]);
    this.goTo('idle');
  }

  override cancel(): boolean {
    this.goTo('idle');
    return true;
  }
}
