import type { Element } from '#shared/model/content.ts';
import type { Editor } from '../editor/editor.ts';
import { Signal } from '../editor/signal.ts';
import { exact, lengthOf } from './moments.ts';

/** One animation of one element. */
export interface ChosenBar {
  elementId: string;
  index: number;
}

/** What a pull under way makes of an element; the document changes when it ends. */
export interface Pulled {
  elementId: string;
  animations: Element['animations'];
  /** The moment that caught the bar, in seconds. */
  caughtAt: number | undefined;
}

/** Frames and their time, ms; as a browser gives them. */
export interface Frames {
  now(): number;
  next(callback: () => void): () => void;
}

const browserFrames: Frames = {
  now: () => performance.now(),
  next(callback) {
    const frame = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(frame);
  },
};

/** px of a second. */
export const scales = { min: 8, max: 480, usual: 84 } as const;

/**
 * The timeline beside the canvas: which moment is shown, whether it runs, and which bar is chosen. Without a
 * moment the canvas is at rest: every element stands in its place, to be worked on.
 */
export class Timeline {
  readonly open = new Signal(false);
  /** Seconds since the scene began; undefined while the canvas is at rest. */
  readonly time = new Signal<number | undefined>(undefined);
  readonly playing = new Signal(false);
  readonly loop = new Signal(true);
  readonly scale = new Signal<number>(scales.usual);
  readonly chosen = new Signal<ChosenBar | undefined>(undefined);
  readonly pulled = new Signal<Pulled | undefined>(undefined);
  /** Seconds that a person set; undefined for as long as the animations take. */
  readonly setLength = new Signal<number | undefined>(undefined);
  readonly #editor: Editor;
  readonly #frames: Frames;
  #stopFrame: (() => void) | undefined;
  #measured: { revision: number; length: number; animated: readonly Element[] } | undefined;

  constructor(editor: Editor, frames: Frames = browserFrames) {
    this.#editor = editor;
    this.#frames = frames;
    // Whoever types works on the drawing at rest.
    editor.editingText.subscribe(() => editor.editingText.get() && this.rest());
  }

  /** Seconds of the whole. */
  get length(): number {
    return this.setLength.get() ?? this.#measure().length;
  }

  /** The elements that have animations, from the back to the front. */
  get animated(): readonly Element[] {
    return this.#measure().animated;
  }

  #measure() {
    const revision = this.#editor.document.revision.get();
    if (this.#measured?.revision !== revision) {
      const animated = this.#editor.document.all().filter(({ animations }) => animations.length > 0);
      this.#measured = { revision, animated, length: lengthOf(animated) };
    }
    return this.#measured;
  }

  /** An element as the timeline shows it now: a pull may be changing it. */
  shown(element: Element): Element {
    const pulled = this.pulled.get();
    return pulled?.elementId === element.id ? { ...element, animations: pulled.animations } : element;
  }

  toggle(): void {
    if (this.open.get()) this.close();
    else this.open.set(true);
  }

  close(): void {
    this.rest();
    this.open.set(false);
    this.chosen.set(undefined);
  }

  /** Shows a moment; a running playback goes on from there. */
  seek(seconds: number): void {
    this.time.set(exact(Math.min(this.length, Math.max(0, seconds))));
    if (this.playing.get()) this.#run();
  }

  /** Back to the drawing with every element in its place. */
  rest(): void {
    this.pause();
    this.time.set(undefined);
  }

  play(): void {
    const at = this.time.get() ?? 0;
    this.time.set(at >= this.length - 0.001 ? 0 : at);
    this.playing.set(true);
    this.#run();
  }

  pause(): void {
    this.#stopFrame?.();
    this.#stopFrame = undefined;
    this.playing.set(false);
  }

  togglePlay(): void {
    if (this.playing.get()) this.pause();
    else this.play();
  }

  zoom(scale: number): void {
    this.scale.set(Math.min(scales.max, Math.max(scales.min, scale)));
  }

  #run(): void {
    this.#stopFrame?.();
    const from = this.time.get() ?? 0;
    const began = this.#frames.now();
    const step = () => {
      const { length } = this;
      const t = from + (this.#frames.now() - began) / 1_000;
      if (t < length) this.time.set(t);
      else if (this.loop.get()) this.time.set(length > 0 ? t % length : 0);
      else {
        this.time.set(length);
        return this.pause();
      }
      this.#stopFrame = this.#frames.next(step);
    };
    this.#stopFrame = this.#frames.next(step);
  }
}
