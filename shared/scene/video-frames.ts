import { ALL_FORMATS, CustomSource, Input, type VideoSample, VideoSampleSink } from 'mediabunny';
import type { SceneImage } from './env.ts';
import { VideoPicture } from './video-picture.ts';

/** A clip that has not opened, or a frame that has not come, after this long has failed; ms. */
const patienceMs = 10_000;
/** A step further than this is a jump: decoding begins again at the key frame before it; seconds. */
const jump = 2;
/** Places in one clip that stay open for being decoded on, beyond those in use. */
const idleCursors = 2;

const failed: SceneImage = { state: 'error', width: 0, height: 0, reason: 'failed' };
const late: SceneImage = { state: 'error', width: 0, height: 0, reason: 'timeout' };

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A file that stands whole in its address, which answers no ranges. */
function wholeSource(url: string): CustomSource {
  let file: Promise<Uint8Array> | undefined;
  const whole = () => {
    file ??= fetch(url).then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
    return file;
  };
  return new CustomSource({
    getSize: async () => (await whole()).length,
    read: async (start, end) => (await whole()).slice(start, end),
    prefetchProfile: 'none',
  });
}

/** Reads a file piece by piece from a server that answers ranges. */
export function rangeSource(url: string): CustomSource {
  if (url.startsWith('data:')) return wholeSource(url);
  const range = async (start: number, end: number) => {
    const answer = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
    return answer;
  };
  return new CustomSource({
    async getSize() {
      const answer = await range(0, 1);
      await answer.arrayBuffer();
      const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
      if (!(total > 0)) throw new Error(`${url} does not answer ranges.`);
      return total;
    },
    read: async (start, end) => new Uint8Array(await (await range(start, end)).arrayBuffer()),
    prefetchProfile: 'network',
  });
}

/** Decodes forward from one place in a clip; holds the frame that is shown and the one after it. */
class Cursor {
  readonly #samples: AsyncGenerator<VideoSample, void, unknown>;
  #shown: VideoSample | undefined;
  #next: VideoSample | undefined;
  #ended = false;
  #frame: VideoFrame | undefined;
  readonly #picture = new VideoPicture();
  #image: SceneImage | undefined;
  at: number;

  constructor(sink: VideoSampleSink, time: number) {
    this.#samples = sink.samples(time);
    this.at = time;
  }

  /** What is on at `time`, which is not before the last one asked for. */
  async image(time: number): Promise<SceneImage | undefined> {
    this.at = time;
    if (!this.#next && !this.#ended) await this.#read();
    // Half a millisecond: times in files are rounded.
    while (this.#next && (!this.#shown || this.#next.timestamp <= time + 0.0005)) {
      this.#shown?.close();
      this.#frame?.close();
      this.#frame = this.#image = undefined;
      this.#shown = this.#next;
      await this.#read();
    }
    if (this.#image || !this.#shown) return this.#image;
    this.#frame = this.#shown.toVideoFrame();
    const { displayWidth: width, displayHeight: height } = this.#frame;
    this.#image = { state: 'loaded', image: await this.#picture.of(this.#frame), width, height };
    return this.#image;
  }

  async #read(): Promise<void> {
    const { value, done } = await this.#samples.next();
    this.#next = value ?? undefined;
    this.#ended = done === true;
  }

  close(): void {
    this.#frame?.close();
    this.#shown?.close();
    this.#next?.close();
    void this.#samples.return();
  }
}

/** One clip: its length and size, and the places where it is being decoded. */
class Clip {
  readonly #input: Input;
  readonly opened: Promise<boolean>;
  duration: number | undefined;
  /** The answer for the times asked for last, and the one for any other time. */
  readonly answers = new Map<number, SceneImage>();
  last: SceneImage = { state: 'loading', width: 0, height: 0 };
  #sink: VideoSampleSink | undefined;
  #broken = false;
  #first = 0;
  readonly #cursors: Cursor[] = [];

  constructor(address: string) {
    this.#input = new Input({ source: rangeSource(address), formats: ALL_FORMATS });
    this.opened = within(this.#open(), patienceMs).then(
      () => true,
      (error: Error) => {
        this.last = error.message === 'timeout' ? late : failed;
        return false;
      },
    );
  }

  async #open(): Promise<void> {
    const track = await this.#input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) throw new Error('This video cannot be decoded.');
    this.#first = await track.getFirstTimestamp();
    this.duration = (await track.computeDuration()) - this.#first;
    this.#sink = new VideoSampleSink(track);
  }

  /** Decodes the frames at these times, so that `frame` can answer them. */
  async prepare(times: readonly number[]): Promise<void> {
    if (!(await this.opened) || this.#broken) return;
    this.answers.clear();
    for (const old of this.#cursors.splice(0, Math.max(0, this.#cursors.length - times.length - idleCursors)))
      old.close();
    const taken = new Set<Cursor>();
    for (const time of times) {
      try {
        this.last = (await within(this.#at(time, taken), patienceMs)) ?? this.last;
      } catch (error) {
        // Not tried again for every frame to come, each of which would wait.
        this.#broken = true;
        this.answers.clear();
        this.#drop();
        this.last = (error as Error).message === 'timeout' ? late : failed;
        return;
      }
      this.answers.set(time, this.last);
    }
  }

  /** @param taken places that show another time of the same picture */
  async #at(time: number, taken: Set<Cursor>): Promise<SceneImage | undefined> {
    const wanted = Math.min(time, Math.max(0, (this.duration ?? time) - 0.001)) + this.#first;
    let cursor = this.#cursors.find((one) => !taken.has(one) && wanted >= one.at && wanted - one.at <= jump);
    if (!cursor) {
      cursor = new Cursor(this.#sink!, wanted);
      this.#cursors.push(cursor);
    }
    taken.add(cursor);
    return cursor.image(wanted);
  }

  #drop(): void {
    for (const cursor of this.#cursors.splice(0)) cursor.close();
  }

  close(): void {
    this.#drop();
    this.#input.dispose();
  }
}

/**
 * Frame-exact pictures of clips for rendering: decoded in order and ahead, never by seeking a video element.
 * `prepare` what a frame of the scene will ask for, then draw it.
 */
export class VideoFrames {
  readonly #clips = new Map<string, Clip>();
  readonly #resolve: (url: string) => string;

  constructor(resolve: (url: string) => string = (url) => url) {
    this.#resolve = resolve;
  }

  /** Opens clips, so that their lengths are known. @returns those that cannot be shown */
  async open(urls: readonly string[]): Promise<string[]> {
    const opened = await Promise.all(
      [...new Set(urls)].map(async (url) => [url, await this.#clip(url).opened] as const),
    );
    return opened.flatMap(([url, ok]) => (ok ? [] : [url]));
  }

  /** @param wanted the times that drawing will ask for, by address */
  async prepare(wanted: ReadonlyMap<string, readonly number[]>): Promise<void> {
    await Promise.all([...wanted].map(([url, times]) => this.#clip(url).prepare(times)));
  }

  frame(url: string, time: number): SceneImage {
    const clip = this.#clips.get(url);
    return clip ? (clip.answers.get(time) ?? clip.last) : failed;
  }

  duration(url: string): number | undefined {
    return this.#clips.get(url)?.duration;
  }

  close(): void {
    for (const clip of this.#clips.values()) clip.close();
    this.#clips.clear();
  }

  #clip(url: string): Clip {
    let clip = this.#clips.get(url);
    if (!clip) {
      clip = new Clip(this.#resolve(url));
      this.#clips.set(url, clip);
    }
    return clip;
  }
}
