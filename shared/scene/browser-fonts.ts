import type { FontSource } from './env.ts';
import { fontFaces } from './fonts.ts';
import type { FontNeed } from './needs.ts';

/** The catalogue's fonts in a browser: declared once, each file fetched when a text needs it. */
export class BrowserFonts implements FontSource {
  version = 0;
  readonly #known = new Set<string>();
  readonly #set: FontFaceSet;
  readonly #onLate: (() => void) | undefined;

  /**
   * @param url where a font file is served; undefined leaves it out
   * @param options.set of the document (the default), or of a worker (`self.fonts`)
   * @param options.onLate called when a font arrives after load() gave up on it: draw again
   */
  constructor(
    url: (file: string) => string | undefined,
    options: { set?: FontFaceSet; onLate?: () => void } = {},
  ) {
    this.#set = options.set ?? document.fonts;
    this.#onLate = options.onLate;
    for (const { family, source, descriptors } of fontFaces(url)) {
      this.#set.add(new FontFace(family, source, descriptors));
    }
  }

  /**
   * Loads what a scene draws with, and waits for it: text drawn before would be measured in another font.
   * @returns whether something new was loaded, so that the scene has to be drawn again; a font that fails or
   * takes longer than timeoutMs is left to the next one in its list
   */
  async load(needs: readonly FontNeed[], timeoutMs = 10_000): Promise<boolean> {
    const fresh = needs.filter(({ font, sample }) => !this.#known.has(`${font} ${sample}`));
    if (fresh.length === 0) return false;
    let arrived = false;
    let late = false;
    const loads = fresh.map(async ({ font, sample }) => {
      const faces = await this.#set.load(font, sample).catch(() => undefined);
      if (!faces) return;
      this.#known.add(`${font} ${sample}`);
      if (faces.length === 0) return;
      arrived = true;
      this.version++;
      if (late) this.#onLate?.();
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([Promise.all(loads), tooLate]);
    clearTimeout(timer);
    late = true;
    return arrived;
  }
}
