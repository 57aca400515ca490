/** One editor that is measured. */
export interface Target {
  name: string;
  version: string;
  /** Address of its page, which shows `window.__bench`. */
  url: string;
  /** What the wheel with Ctrl has to send, so that 11 notches take the zoom from 1 to about 0.31 and back. */
  wheel: { out: number; in: number };
  /** Modifiers of G that group: 1 Alt, 2 Ctrl, 8 Shift, added up. */
  groupModifiers: number;
}

/** What a page shows to the gestures. Those that need a hook which a page lacks are left out there. */
export interface EditorHooks {
  ready(): boolean;
  /** Makes the elements of the planned scene ready for `load`. */
  prepare(count: number): void;
  /** Opens them outside the history, and shows the view that the editor has then. */
  load(): void | Promise<void>;
  /** Clears the selection; zoom 1, the scene's middle in the middle of the window, nothing snaps. */
  reset(): void;
  camera(): number[];
  count(): number;
  selected(): number;
  /** Middle of an element on the screen. */
  at(index: number): number[];
  text(index: number): string;
  snapping?(): void;
  select?(indices: number[]): void;
  selectInSight?(count: number): void;
  /** How many elements are in a group. */
  grouped?(): number;
  width?(index: number): number;
  /** Degrees. */
  rotation?(index: number): number;
  /** Where on the screen the one selected element is pulled larger, and where it is turned. */
  corner?(index: number): number[];
  knob?(index: number): number[];
}
