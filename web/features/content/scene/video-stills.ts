import type { SceneImage } from '#shared/scene/env.ts';
import { thumbnailTime } from '../assets/thumbnail-time.ts';
import { frameOfVideo } from './video-frame.ts';

/** Videos that are loaded at once, so that a canvas full of them leaves room for everything else. */
const atOnce = 2;
/** Wider frames are scaled down to this, in px; no canvas on a screen shows more of a video. */
const maxWidth = 1920;
const timeoutMs = 15_000;

const loading: SceneImage = { state: 'loading', width: 0, height: 0 };

/** Whether a video lies on another site, which may keep its frames from being read though it plays. */
const isElsewhere = (url: string) => /^https?:/i.test(url) && new URL(url).origin !== location.origin;

interface Still {
  /** Undefined where the video may well play but no frame of it can be had. */
  answer: SceneImage | undefined;
}

/** One frame of each video, for canvases that stand still. */
export class VideoStills {
  readonly #stills = new Map<string, Still>();
  readonly #waiting: string[] = [];
  #running = 0;
  readonly #onChange: () => void;
  readonly #take: (url: string) => Promise<HTMLCanvasElement>;

  /** @param onChange called when a frame is there or its video has failed: draw again */
  constructor(
    onChange: () => void,
    take = (url: string) => frameOfVideo(url, { at: thumbnailTime, maxWidth, timeoutMs }),
  ) {
    this.#onChange = onChange;
    this.#take = take;
  }

  frame(url: string): SceneImage | undefined {
    const known = this.#stills.get(url);
    if (known) return known.answer;
    this.#stills.set(url, { answer: loading });
    this.#waiting.push(url);
    this.#work();
    return loading;
  }

  get settled(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  #work(): void {
    while (this.#running < atOnce && this.#waiting.length > 0) {
      const url = this.#waiting.shift()!;
      this.#running += 1;
      void this.#answerOf(url).then((answer) => {
        this.#running -= 1;
        this.#stills.set(url, { answer });
        this.#work();
        this.#onChange();
      });
    }
  }

  async #answerOf(url: string): Promise<SceneImage | undefined> {
    try {
      const image = await this.#take(url);
      return { state: 'loaded', image, width: image.width, height: image.height };
    } catch {
      return isElsewhere(url) ? undefined : { state: 'error', width: 0, height: 0, reason: 'failed' };
    }
  }
}
