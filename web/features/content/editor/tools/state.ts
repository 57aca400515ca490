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

/** Makes another state the current one; 'idle' where the gesture is over, so that states need not know the first one. */
export type GoTo = (state: ToolState | 'idle') => void;

/**
 * One state of a tool: what the pointer and the Escape key do while it is current. A gesture takes a snapshot
 * in `enter` and recomputes from it at each move; `cancel` goes back to it.
 */
export abstract class ToolState {
  protected readonly editor: Editor;
  protected readonly goTo: GoTo;

  constructor(editor: Editor, goTo: GoTo) {
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
