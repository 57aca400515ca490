import type { Editor } from '../../editor.ts';
import type { PointerInfo, ToolState } from '../state.ts';
import { Idle } from './idle.ts';

/** The select tool: idle, pointing, translating, resizing, brushing, panning. One state is current. */
export class SelectTool {
  readonly #idle: Idle;
  #current: ToolState;

  constructor(editor: Editor) {
    this.#idle = new Idle(editor, (state) => this.#goTo(state === 'idle' ? this.#idle : state));
    this.#current = this.#idle;
  }

  get state(): string {
    return this.#current.name;
  }

  pointerDown(info: PointerInfo): void {
    this.#current.pointerDown(info);
  }

  pointerMove(info: PointerInfo): void {
    this.#current.pointerMove(info);
  }

  pointerUp(info: PointerInfo): void {
    this.#current.pointerUp(info);
  }

  /** @returns whether a gesture was under way */
  cancel(): boolean {
    return this.#current.cancel();
  }

  #goTo(state: ToolState): void {
    this.#current.exit();
    this.#current = state;
    state.enter();
  }
}
