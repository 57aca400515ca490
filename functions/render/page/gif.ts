import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** Colours of a GIF; one index is kept for dots that stay as they are. */
const colors = 255;
const transparentIndex = 255;
/** Frames whose colours make the palette. */
const sampledFrames = 8;
/** How far a colour may be moved by dithering, of 255: hides the steps of a gradient without visible grain. */
const dither = 10;
/** Every n-th dot of a sampled frame counts towards the palette. */
const sampleStep = 3;

/** Thresholds of ordered dithering, 0 to 15: the same at every time, so that what stands still does not flicker. */
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** The frames that the palette is made from, spread over the whole. */
export const paletteFrames = (frames: number): number[] => {
  const count = Math.min(frames, sampledFrames);
  return Array.from({ length: count }, (_, i) => Math.floor((i * frames) / count));
};

/** One palette for all frames, from the dots of some of them. */
export function paletteOf(pictures: readonly Uint8ClampedArray[]): number[][] {
  const dots = pictures.map((picture) => Math.floor(picture.length / 4 / sampleStep));
  const sample = new Uint8Array(dots.reduce((sum, count) => sum + count, 0) * 4);
  let at = 0;
  for (const [i, picture] of pictures.entries())
    for (let dot = 0; dot < dots[i]!; dot++, at += 4)
      sample.set(picture.subarray(dot * sampleStep * 4, dot * sampleStep * 4 + 4), at);
  return quantize(sample, colors, { format: 'rgb565' });
}

function dithered(picture: Uint8ClampedArray, width: number): Uint8ClampedArray {
  const moved = new Uint8ClampedArray(picture);
  for (let dot = 0, at = 0; at < moved.length; dot++, at += 4) {
    const x = dot % width;
    const y = (dot - x) / width;
    const shift = (bayer[(y & 3) * 4 + (x & 3)]! / 15 - 0.5) * dither;
    moved[at] = moved[at]! + shift;
    moved[at + 1] = moved[at + 1]! + shift;
    moved[at + 2] = moved[at + 2]! + shift;
  }
  return moved;
}

/** Writes a GIF frame by frame; dots that stay as they are cost next to nothing. */
export class GifWriter {
  readonly #gif = GIFEncoder();
  readonly #palette: number[][];
  readonly #width: number;
  readonly #height: number;
  readonly #fps: number;
  #frames = 0;
  #before: Uint8Array | undefined;
  /** The picture that waits to be written: how long it stays is known when the next one comes. */
  #waiting: { index: Uint8Array; from: number } | undefined;

  constructor(palette: number[][], width: number, height: number, fps: number) {
    // Exactly 256 entries: the last one stands for dots that stay.
    this.#palette = [...palette.slice(0, colors)];
    while (this.#palette.length < 256) this.#palette.push([0, 0, 0]);
    this.#width = width;
    this.#height = height;
    this.#fps = fps;
  }

  /** @param picture RGBA; undefined when it is the one before once more */
  add(picture: Uint8ClampedArray | undefined): void {
    if (picture) {
      this.#flush();
      const usable = this.#palette.slice(0, colors);
      const index = applyPalette(dithered(picture, this.#width), usable, 'rgb565');
      this.#waiting = { index, from: this.#frames };
    }
    this.#frames++;
  }

  /** Hundredths of a second since the beginning; counted from there, so that rounding never adds up. */
  #time(frame: number): number {
    return Math.round((frame * 100) / this.#fps);
  }

  #flush(): void {
    if (!this.#waiting) return;
    const { index, from } = this.#waiting;
    const before = this.#before;
    const shown = index.slice();
    if (before)
      for (let i = 0; i < index.length; i++) if (index[i] === before[i]) index[i] = transparentIndex;
    this.#gif.writeFrame(index, this.#width, this.#height, {
      ...(before ? { transparent: true, transparentIndex } : { palette: this.#palette, repeat: 0 }),
      delay: (this.#time(this.#frames) - this.#time(from)) * 10,
      dispose: 1,
    });
    this.#before = shown;
    this.#waiting = undefined;
  }

  finish(): Uint8Array {
    this.#flush();
    this.#gif.finish();
    return this.#gif.bytes();
  }
}
