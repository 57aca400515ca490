import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Point } from '#shared/model/geometry.ts';

/** How long a finger or a pen rests before its menu opens, in ms; what phones have. */
export const longPressDelay = 500;

/** A finger or a pen that stays where it was put down. */
export class LongPress {
  readonly #onPress: (at: Point) => void;
  readonly #after: (callback: () => void, ms: number) => () => void;
  #pressed: { at: Point; cancel: () => void } | undefined;

  constructor(
    onPress: (at: Point) => void,
    after: (callback: () => void, ms: number) => () => void = (callback, ms) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  ) {
    this.#onPress = onPress;
    this.#after = after;
  }

  down(at: Point): void {
    this.cancel();
    const cancel = this.#after(() => {
      this.#pressed = undefined;
      this.#onPress(at);
    }, longPressDelay);
    this.#pressed = { at, cancel };
  }

  move(to: Point): void {
    const from = this.#pressed?.at;
    if (from && Math.hypot(to.x - from.x, to.y - from.y) > editorConstants.dragThreshold) this.cancel();
  }

  cancel(): void {
    this.#pressed?.cancel();
    this.#pressed = undefined;
  }
}
