/** What decoders give, and what `copyTo` turns into the dots that drawing the frame would show. */
const plainFormats: readonly unknown[] = ['I420', 'NV12'];

/** A frame that is shown as it is stored: its dots are square, and it is neither turned nor mirrored. */
function isPlain(frame: VideoFrame & { rotation?: number; flip?: boolean }): boolean {
  const { format, visibleRect, displayWidth, displayHeight, rotation = 0, flip = false } = frame;
  const isWhole = visibleRect?.width === displayWidth && visibleRect.height === displayHeight;
  return isWhole && plainFormats.includes(format) && rotation === 0 && !flip;
}

/**
 * Frames of a clip as a canvas, one after another. Without a GPU, drawing a canvas costs a fifth of drawing a frame,
 * whose colours are converted by a slow way each time.
 */
export class VideoPicture {
  #ctx: CanvasRenderingContext2D | undefined;
  #dots: ImageData | undefined;

  /** The frame as something to draw, until the next call: on the canvas, or itself where that would differ. */
  async of(frame: VideoFrame): Promise<CanvasImageSource> {
    if (!isPlain(frame)) return frame;
    const { displayWidth: width, displayHeight: height } = frame;
    if (this.#dots?.width !== width || this.#dots.height !== height) {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      this.#ctx = canvas.getContext('2d', { willReadFrequently: true, alpha: false }) ?? undefined;
      this.#dots = new ImageData(width, height);
    }
    if (!this.#ctx) return frame;
    await frame.copyTo(this.#dots.data, { format: 'RGBX', colorSpace: 'srgb' });
    this.#ctx.putImageData(this.#dots, 0, 0);
    return this.#ctx.canvas;
  }
}
