import type { Element } from '#shared/model/content.ts';
import type { FontNeed } from '#shared/scene/needs.ts';

/** Elements that are looked through in one go: a large project is done in slices between frames. */
const slice = 400;

export interface FontScanOptions {
  needsOf(elements: readonly Element[]): FontNeed[];
  /** @returns whether a face has become usable that was not before */
  load(needs: FontNeed[]): Promise<boolean>;
  onLoaded(): void;
  /** Nothing is looked for or loaded any more. */
  onIdle?(): void;
  /** Calls back once there is time. @returns how not to */
  later(callback: () => void): () => void;
}

/** Finds the fonts that elements need and loads them, without holding up the screen. */
export class FontScan {
  readonly #options: FontScanOptions;
  #waiting = new Map<string, Element>();
  readonly #asked = new Map<string, Set<string>>();
  #cancel: (() => void) | undefined;
  #looking = 0;

  constructor(options: FontScanOptions) {
    this.#options = options;
  }

  /** Whether every font that the elements need has been loaded or has failed. */
  get isIdle(): boolean {
    return this.#waiting.size === 0 && this.#looking === 0;
  }

  add(elements: Iterable<Element>): void {
    for (const element of elements) this.#waiting.set(element.id, element);
    this.#schedule();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting.clear();
  }

  #schedule(): void {
    if (this.#cancel || this.#waiting.size === 0) return;
    this.#cancel = this.#options.later(() => {
      this.#cancel = undefined;
      void this.#look();
      this.#schedule();
    });
  }

  async #look(): Promise<void> {
    const elements = [...this.#waiting.values()].slice(0, slice);
    for (const { id } of elements) this.#waiting.delete(id);
    this.#looking++;
    try {
      const needs = this.#options.needsOf(elements).filter((need) => this.#isNew(need));
      if (needs.length > 0 && (await this.#options.load(needs))) this.#options.onLoaded();
    } finally {
      this.#looking--;
      if (this.isIdle) this.#options.onIdle?.();
    }
  }

  /** Whether a font was never asked for with one of these characters: typing asks with each letter. */
  #isNew({ font, sample }: FontNeed): boolean {
    const asked = this.#asked.get(font) ?? new Set();
    const before = asked.size;
    for (const character of sample) asked.add(character);
    this.#asked.set(font, asked);
    return asked.size > before;
  }
}
