import type { FontSource } from './env.ts';
import { type FontFile, familiesIn, fontFace, fontFiles, fontOfFamily } from './fonts.ts';
import type { FontNeed } from './needs.ts';

/** What no font of the catalogue has: other scripts, symbols and emoji. */
const otherScripts = /[\u0590-\u1cff\u2034-\u2038\u2070-\u209c\u2100-\u{10ffff}]/u;

/** The catalogue's fonts in a browser: each declared when a scene names it, each file fetched when a text needs it. */
export class BrowserFonts implements FontSource {
  version = 0;
  readonly #known = new Set<string>();
  readonly #loaded = new WeakSet<FontFace>();
  readonly #declared = new Map<string, Promise<void>>();
  readonly #set: FontFaceSet;
  readonly #url: (file: string) => string | undefined | Promise<string | undefined>;
  readonly #onLate: (() => void) | undefined;

  /**
   * @param url where a font file is served; undefined leaves it out
   * @param options.set of the document (the default), or of a worker (`self.fonts`)
   * @param options.onLate called when a font arrives after load() gave up on it: draw again
   */
  constructor(
    url: (file: string) => string | undefined | Promise<string | undefined>,
    options: { set?: FontFaceSet; onLate?: () => void } = {},
  ) {
    this.#url = url;
    this.#set = options.set ?? document.fonts;
    this.#onLate = options.onLate;
  }

  /**
   * Loads what a scene draws with, and waits for it: text drawn before would be measured in another font.
   * @returns whether a face has become usable meanwhile, so that the scene has to be drawn again; a font that fails
   * or takes longer than timeoutMs is left to the next one in its list
   */
  async load(needs: readonly FontNeed[], timeoutMs = 10_000): Promise<boolean> {
    const unknown = needs.filter(({ font, sample }) => !this.#known.has(`${font} ${sample}`));
    if (unknown.length === 0) return false;
    const { version } = this;
    let late = false;
    const loads = unknown.map(async ({ font, sample }) => {
      await this.#declareFor(font, sample);
      const faces = await this.#set.load(font, sample).catch(() => undefined);
      if (!faces) return;
      this.#known.add(`${font} ${sample}`);
      // What another text has brought before is in all that was drawn since. Asking `check` instead would have the
      // browser look for the fonts of the machine too, which takes 10 ms.
      const fresh = faces.filter((face) => !this.#loaded.has(face));
      if (fresh.length === 0) return;
      for (const face of fresh) this.#loaded.add(face);
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
    return this.version !== version;
  }

  async #declareFor(font: string, sample: string): Promise<void> {
    const families = familiesIn(font).flatMap((family) => fontOfFamily(family) ?? []);
    const declaring = families.map((entry) =>
      this.#once(entry.family, () => this.#declare(fontFiles([entry]))),
    );
    if (otherScripts.test(sample)) {
      const { scriptFilesFor } = await import('./script-fonts.ts').catch(() => ({
        // Without its list a script is drawn with what the machine has.
        scriptFilesFor: (): FontFile[] => [],
      }));
      // In the order of the list, as the last declared face that has a character draws it.
      const files = scriptFilesFor(sample);
      declaring.push(...files.map((file) => this.#once(file.file, () => this.#declare([file]))));
    }
    await Promise.all(declaring);
  }

  #once(name: string, declare: () => Promise<void>): Promise<void> {
    let declared = this.#declared.get(name);
    if (!declared) {
      declared = declare().catch(() => {
        // Tried again with the next text.
        this.#declared.delete(name);
      });
      this.#declared.set(name, declared);
    }
    return declared;
  }

  async #declare(files: readonly FontFile[]): Promise<void> {
    const addresses = await Promise.all(files.map(({ file }) => this.#url(file)));
    for (const [at, address] of addresses.entries()) {
      if (address === undefined) continue;
      const { family, source, descriptors } = fontFace(files[at]!, address);
      this.#set.add(new FontFace(family, source, descriptors));
    }
  }
}
