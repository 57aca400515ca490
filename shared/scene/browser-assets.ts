import { pictureSizeProblem } from '../model/picture-size.ts';
import type { AssetSource, SceneImage } from './env.ts';

export interface BrowserAssetOptions {
  /** ms until a picture that does not answer counts as failed; default 10 s (specification, section 5). */
  timeout?: number;
  /** The address a picture is really fetched from, or the picture itself, e.g. from the image proxy. */
  resolve?(url: string): string | Promise<string | Blob>;
  /** Whether a picture may also be shown whose site keeps it from being read; the canvas then cannot be exported. */
  onlyShown?: boolean;
  /** Called whenever a picture has settled: draw again. */
  onChange?(url: string): void;
}

interface Entry {
  answer: SceneImage;
  settled: Promise<void>;
  /** Gives it so many ms in all, counted from when it began to load. */
  allow(timeout: number): void;
}

const loading: SceneImage = { state: 'loading', width: 0, height: 0 };

/** Rejects with 'timeout' unless the work is done in time; the time, from now on, may be set again meanwhile. */
function timed<Result>(work: Promise<Result>, timeout: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const began = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  const allow = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => reject(new Error('timeout')), ms - (performance.now() - began));
  };
  allow(timeout);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return { promise, allow };
}

/** Drawings are drawn at the size that they are shown in, whatever size they name. */
const isDrawing = (url: string): boolean => /^data:image\/svg\b/i.test(url) || /\.svg$/i.test(url);

/**
 * Loads a picture up to its size, which is known before a px is decoded.
 * @throws when it cannot be loaded, or would take more memory than a picture may
 */
async function headOf(image: HTMLImageElement, url: string): Promise<void> {
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error('failed'));
    image.src = url;
  });
  const problem = isDrawing(url)
    ? undefined
    : pictureSizeProblem({ width: image.naturalWidth, height: image.naturalHeight });
  if (!problem) return;
  image.src = '';
  throw new Error(problem);
}

async function loadImage(found: string | Blob, onlyShown: boolean, anonymous = true): Promise<SceneImage> {
  const image = new Image();
  const url = typeof found === 'string' ? found : URL.createObjectURL(found);
  const elsewhere = /^https?:/i.test(url);
  // Without CORS a picture would taint the canvas, and nothing could be exported from it.
  if (elsewhere && anonymous) image.crossOrigin = 'anonymous';
  image.decoding = 'async';
  try {
    await headOf(image, url);
    await image.decode();
  } catch (error) {
    if (elsewhere && anonymous && onlyShown) return loadImage(url, onlyShown, false);
    throw error;
  } finally {
    if (found !== url) URL.revokeObjectURL(url);
  }
  // An SVG without a size of its own has none; browsers then take 300 × 150.
  return { state: 'loaded', image, width: image.naturalWidth || 300, height: image.naturalHeight || 150 };
}

/** Pictures for a scene in a browser: each loaded once, decoded before it counts as loaded. */
export class BrowserAssets implements AssetSource {
  readonly #entries = new Map<string, Entry>();
  /** What was asked for by name. */
  readonly #timeouts = new Map<string, number>();
  readonly #options: BrowserAssetOptions;

  constructor(options: BrowserAssetOptions = {}) {
    this.#options = options;
  }

  /** @param options.timeout ms in which it must be there, also where it began to load without one, or is retried */
  image(url: string, { timeout }: { timeout?: number } = {}): SceneImage {
    const known = this.#entries.get(url);
    if (timeout !== undefined && timeout !== this.#timeouts.get(url)) {
      this.#timeouts.set(url, timeout);
      if (known?.answer.state === 'loading') known.allow(timeout);
    }
    return (known ?? this.#load(url)).answer;
  }

  /** Begins to load pictures before they are drawn. */
  preload(urls: readonly string[]): void {
    for (const url of urls) this.image(url);
  }

  /** Forgets a picture, so that the next drawing loads it again: what Retry does. */
  retry(url: string): void {
    this.#entries.delete(url);
    this.image(url);
  }

  /** Whether every picture asked for has been loaded or has failed. */
  get settled(): boolean {
    return [...this.#entries.values()].every(({ answer }) => answer.state !== 'loading');
  }

  /** Waits until all pictures asked for have settled, those asked for meanwhile included, or the time is over. */
  async settle(timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!this.settled) {
      const left = end - performance.now();
      if (left <= 0) return;
      const all = Promise.all([...this.#entries.values()].map(({ settled }) => settled));
      await timed(all, left).promise.catch(() => undefined);
    }
  }

  /**
   * Waits as `settle` does, and takes what has not come by then for failed: what is drawn from now on stays so.
   * @returns the addresses of pictures that failed or did not answer in time
   */
  async ready(timeoutMs: number): Promise<string[]> {
    await this.settle(timeoutMs);
    for (const entry of this.#entries.values()) {
      if (entry.answer.state === 'loading') entry.answer = { ...loading, state: 'error', reason: 'timeout' };
    }
    return [...this.#entries].filter(([, { answer }]) => answer.state === 'error').map(([url]) => url);
  }

  #load(url: string): Entry {
    const { resolve, onlyShown = false } = this.#options;
    const found = resolve?.(url) ?? url;
    const load = (source: string | Blob) => loadImage(source, onlyShown);
    const timeout = this.#timeouts.get(url) ?? this.#options.timeout ?? 10_000;
    const { promise, allow } = timed(typeof found === 'string' ? load(found) : found.then(load), timeout);
    const entry: Entry = { answer: loading, settled: Promise.resolve(), allow };
    this.#entries.set(url, entry);
    entry.settled = promise
      .catch((error: Error): SceneImage => {
        return {
          state: 'error',
          width: 0,
          height: 0,
          reason: error.message === 'timeout' ? 'timeout' : 'failed',
        };
      })
      .then((answer) => {
        // Given up by ready(), or forgotten by retry(): a late answer must not change the picture.
        if (entry.answer.state !== 'loading' || this.#entries.get(url) !== entry) return;
        entry.answer = answer;
        this.#options.onChange?.(url);
      });
    return entry;
  }
}
