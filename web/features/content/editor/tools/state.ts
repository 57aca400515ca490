import type { Point } from '#shared/model/geometry.ts';
import type { Editor } from '../editor.ts';

/** A pointer event as the tools see it. */
export interface PointerInfo {
  /** On the screen, px from the top left corner of the canvas area. */
  screen: Point;
  /** In canvas px. */
  canvas: Point;
  button: 'left' | 'middle' | 'right';
  kind: 'mouse' | 'pen' | 'touch';
  shift: boolean;
  /** Ctrl or Meta. */
  ctrl: boolean;
  alt: boolean;
}

/**
 * One state of a tool: what the pointer and the Escape key do while it is current. A gesture takes a snapshot
 * in `enter` and recomputes from it at each move; `cancel` goes back to it.
 */
export abstract class ToolState {
  protected readonly editor: Editor;
  protected readonly goTo: (state: ToolState) => void;

  constructor(editor: Editor, goTo: (state: ToolState) => void) {
    this.editor = editor;
    this.goTo = goTo;
  }

  abstract readonly name: string;
  enter(): void {}
  exit(): void {}
  pointerDown(_info: PointerInfo): void {}
  pointerMove(_info: PointerInfo): void {}
  pointerUp(_info: PointerInfo): void {}
  /** Escape, or the browser took the pointer away. @returns whether there was something to cancel */
  cancel(): boolean {
    return false;
  }
}
