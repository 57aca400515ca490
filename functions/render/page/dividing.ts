import type { FrameCost, VideoJob } from '../job.ts';
import type { FrameEncoder } from './encoder.ts';

/** Frames before the cost is measured: the first ones load what they draw. */
const warmUp = 6;
/** Frames whose drawing and reading is measured, while the encoder works; then those that it encodes alone. */
const [drawnFrames, encodedFrames] = [6, 2];

/** The frames of a video at work, whose last ones another page may take over. */
export class Dividing {
  readonly #from: number;
  readonly #known = Promise.withResolvers<FrameCost | undefined>();
  /** The frame that it ends before. */
  to: number;
  #next: number;
  #page = 0;
  #encoded = Number.POSITIVE_INFINITY;

  constructor({ from, to }: Pick<VideoJob, 'from' | 'to'>) {
    this.#from = this.#next = from;
    this.to = to;
  }

  get cost(): Promise<FrameCost | undefined> {
    return this.#known.promise;
  }

  endBefore(frame: number): number {
    this.to = Math.max(this.#next, Math.min(this.to, frame));
    return this.to;
  }

  /** Draws and encodes a frame by `work`, and measures it where it is one of those. */
  async measure(frame: number, encoder: FrameEncoder, work: () => Promise<void>): Promise<void> {
    this.#next = frame + 1;
    const n = frame - this.#from - warmUp;
    if (n < 0 || n >= drawnFrames + encodedFrames) return work();
    if (n < drawnFrames) {
      const before = encoder.times.wait;
      const began = performance.now();
      await work();
      this.#page += performance.now() - began - (encoder.times.wait - before);
      return;
    }
    await encoder.idle();
    await work();
    const began = performance.now();
    await encoder.idle();
    this.#encoded = Math.min(this.#encoded, performance.now() - began);
    if (n === drawnFrames + encodedFrames - 1)
      this.#known.resolve({ page: this.#page / drawnFrames, encoder: this.#encoded });
  }

  /** No frame is left to be drawn. */
  end(): void {
    this.#known.resolve(undefined);
    this.#next = this.to;
  }
}

let atWork: Dividing | undefined;

/** Begins a video; what is answered of the one before is out of date. */
export function beginDividing(job: VideoJob): Dividing | undefined {
  atWork?.end();
  atWork = job.isDividable ? new Dividing(job) : undefined;
  return atWork;
}

const dividing = (): Dividing => {
  if (!atWork) throw new Error('No video is at work whose frames are divided.');
  return atWork;
};

export const frameCost = async (): Promise<FrameCost | undefined> => dividing().cost;
export const endBefore = (frame: number): number => dividing().endBefore(frame);
