import { type Element, newProjectDefaults, type ProjectFields } from '#shared/model/content.ts';
import type { Point } from '#shared/model/geometry.ts';
import { newElement } from '#shared/scene/registry.ts';
import { Editor } from '../editor.ts';
import { defaultSettings, type EditorSettings } from '../settings.ts';
import type { PointerInfo } from '../tools/state.ts';

/** An element of 100 × 100 px at a place; what a test says of it goes over that. */
export function box(id: string, x: number, y: number, more: Partial<Element> = {}): Element {
  return {
    ...newElement('shape', { id, x, y, layerOrder: 0 }),
    size: { width: 100, height: 100 },
    ...more,
  };
}

type Keys = Partial<Pick<PointerInfo, 'button' | 'kind' | 'shift' | 'ctrl' | 'alt'>>;

/** An editor with a hand on its pointer: `stage.down(10, 10).move(60, 10).up()`. Screen and canvas px agree at first. */
export class Stage {
  readonly editor: Editor;
  readonly toasts: string[] = [];
  time = 1_000_000;
  #at: Point = { x: 0, y: 0 };
  #keys: Keys = {};

  constructor(
    elements: readonly Element[],
    options: { settings?: Partial<EditorSettings>; fields?: Partial<ProjectFields> } = {},
  ) {
    this.editor = new Editor({
      elements: elements.map((element, layerOrder) => ({ ...element, layerOrder })),
      fields: { ...newProjectDefaults, ...options.fields },
      settings: { ...defaultSettings, snapToGrid: false, smartSnap: false, ...options.settings },
      toast: (message) => this.toasts.push(message),
      now: () => this.time,
    });
    this.editor.camera.screen.set({ width: 1000, height: 800 });
  }

  down(x: number, y: number, keys: Keys = {}): this {
    this.#keys = keys;
    this.#at = { x, y };
    this.editor.pointerDown(this.#info());
    return this;
  }

  move(x: number, y: number, keys: Keys = {}): this {
    this.#keys = { ...this.#keys, ...keys };
    this.#at = { x, y };
    this.editor.pointerMove(this.#info());
    return this;
  }

  up(): this {
    this.editor.pointerUp(this.#info());
    return this;
  }

  click(x: number, y: number, keys: Keys = {}): this {
    return this.down(x, y, keys).up();
  }

  wait(ms: number): this {
    this.time += ms;
    return this;
  }

  at(id: string): [x: number, y: number] {
    const { x, y } = this.editor.document.get(id)!.position;
    return [x, y];
  }

  get selected(): readonly string[] {
    return this.editor.selection.get();
  }

  #info(): PointerInfo {
    return {
      screen: this.#at,
      canvas: this.editor.camera.toCanvas(this.#at),
      button: 'left',
      kind: 'mouse',
      shift: false,
      ctrl: false,
      alt: false,
      ...this.#keys,
    };
  }
}
