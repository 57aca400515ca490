import type { SceneImage } from './env.ts';

interface Clip {
  video: HTMLVideoElement;
  answer: SceneImage;
}

/** A video whose picture is further than this from where the scene is, in seconds, is sought; else it catches up. */
const tolerance = 0.4;

/**
 * Videos as a picture source for canvases in a live page: muted, looping, played by the browser itself, so that a
 * frame is right to within a blink. Frame-exact pictures are the renderer's business.
 */
export class BrowserVideos {
  readonly #clips = new Map<string, Clip>();
  readonly #resolve: (url: string) => string;
  readonly #onChange: ((url: string) => void) | undefined;

  /** @param options.onChange called when a clip's first picture is there or it has failed: draw again */
  constructor(options: { resolve?(url: string): string; onChange?(url: string): void } = {}) {
    this.#resolve = options.resolve ?? ((url) => url);
    this.#onChange = options.onChange;
  }

  frame(url: string, time: number): SceneImage {
    const clip = this.#clips.get(url) ?? this.#load(url);
    const { video, answer } = clip;
    if (answer.state !== 'loaded') return answer;
    const length = Number.isFinite(video.duration) && video.duration > 0 ? video.duration : undefined;
    const wanted = length === undefined ? time : Math.min(time, length);
    const apart = Math.abs(video.currentTime - wanted);
    // At a loop's seam the two lie a length apart and yet side by side.
    const off = length === undefined ? apart : Math.min(apart, length - apart);
    if (off > tolerance && !video.seeking) video.currentTime = wanted;
    if (video.paused && !document.hidden) void video.play().catch(() => undefined);
    return answer;
  }

  duration(url: string): number | undefined {
    const video = this.#clips.get(url)?.video;
    return video && Number.isFinite(video.duration) ? video.duration : undefined;
  }

  close(): void {
    for (const { video } of this.#clips.values()) {
      video.pause();
      video.removeAttribute('src');
      video.load();
    }
    this.#clips.clear();
  }

  #load(url: string): Clip {
    const video = document.createElement('video');
    const clip: Clip = { video, answer: { state: 'loading', width: 0, height: 0 } };
    this.#clips.set(url, clip);
    const settle = (answer: SceneImage) => {
      clip.answer = answer;
      this.#onChange?.(url);
    };
    if (/^https?:/i.test(url)) video.crossOrigin = 'anonymous';
    video.muted = true;
    video.loop = true;
    video.playsInline = true;
    video.preload = 'auto';
    video.addEventListener('loadeddata', () =>
      settle({ state: 'loaded', image: video, width: video.videoWidth, height: video.videoHeight }),
    );
    video.addEventListener('error', () => settle({ state: 'error', width: 0, height: 0, reason: 'failed' }));
    video.src = this.#resolve(url);
    return clip;
  }
}
