import { EncodedPacket, type EncodedVideoPacketSource } from 'mediabunny';
import type { VideoJob } from '../job.ts';
import { YuvPicture } from './yuv.ts';

/** Frames that may wait in the encoder: enough to keep it busy, few enough to bound the memory. */
const maxQueued = 6;

/** H.264 levels with the macroblocks of a frame and of a second that each allows (ITU-T H.264, table A-1). */
const levels = [
  ['1f', 3600, 108_000],
  ['28', 8192, 245_760],
  ['2a', 8704, 522_240],
  ['32', 22_080, 589_824],
  ['33', 36_864, 983_040],
  ['34', 36_864, 2_073_600],
] as const;

type Config = VideoEncoderConfig & { avc?: { format: 'avc' | 'annexb' } };

async function configOf({ format, width, height, fps, bitrate }: VideoJob): Promise<Config> {
  const base = { width, height, bitrate, framerate: fps, latencyMode: 'realtime' } as const;
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const h264 = levels.filter(([, frame, second]) => blocks <= frame && blocks * fps <= second);
  const configs: Config[] =
    format === 'webm'
      ? ['vp09.00.50.08', 'vp8'].map((codec) => ({ ...base, codec }))
      : h264.map(([level]) => ({ ...base, codec: `avc1.6400${level}`, avc: { format: 'avc' } }));
  for (const config of configs) {
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported) return config;
  }
  throw new Error(`refused: A video of ${width} × ${height} at ${fps} pictures a second cannot be encoded.`);
}

/** The encoder describes its stream otherwise than the frames that were taken over. */
export class StreamsDiffer extends Error {}

const bytesOf = ({ decoderConfig }: EncodedVideoChunkMetadata): string => {
  const { description } = decoderConfig ?? {};
  if (!description) return '';
  const view = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return view.join();
};
const sameStream = (one: EncodedVideoChunkMetadata, two: EncodedVideoChunkMetadata): boolean =>
  !one.decoderConfig || !two.decoderConfig || bytesOf(one) === bytesOf(two);

/** Encodes frames into a track of a file, in their order. */
export class FrameEncoder {
  readonly #encoder: VideoEncoder;
  readonly #job: VideoJob;
  readonly #picture: YuvPicture;
  readonly codec: 'avc' | 'vp9' | 'vp8';
  #error: unknown;
  #last: VideoFrame | undefined;
  #frames = 0;
  /** Frames that have come out of the encoder. */
  encoded = 0;
  /** ms spent on reading the canvas, where what was drawn is rasterized, and on waiting for the encoder. */
  readonly times = { read: 0, wait: 0 };
  #written: Promise<unknown> = Promise.resolve();
  /** All frames of a video that shares them, as they were encoded or taken over. */
  readonly packets: EncodedPacket[] = [];
  /** What a player is told of the stream. */
  meta: EncodedVideoChunkMetadata | undefined;

  static async create(job: VideoJob): Promise<FrameEncoder> {
    return new FrameEncoder(job, await configOf(job));
  }

  /** Where encoded frames go; set before the first frame. */
  track: EncodedVideoPacketSource | undefined;

  constructor(job: VideoJob, config: Config) {
    this.#job = job;
    this.#picture = YuvPicture.ofSize(job.width, job.height);
    this.codec = config.codec.startsWith('avc1') ? 'avc' : config.codec === 'vp8' ? 'vp8' : 'vp9';
    this.#encoder = new VideoEncoder({
      output: (chunk, meta) => this.#write(chunk, meta),
      error: (error) => {
        this.#error = error;
      },
    });
    this.#encoder.configure(config);
  }

  #write(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined): void {
    // Frames of two streams in one file must be told of by the same words.
    if (this.meta && meta && !sameStream(this.meta, meta)) this.#error ??= new StreamsDiffer();
    if (meta?.decoderConfig) this.meta ??= meta;
    this.#append(EncodedPacket.fromEncodedChunk(chunk), meta);
  }

  #append(packet: EncodedPacket, meta: EncodedVideoChunkMetadata | undefined): void {
    this.encoded++;
    if (this.#job.shareAs !== undefined) this.packets.push(packet);
    this.#written = this.#written
      .then(() => this.track!.add(packet, meta))
      .catch((error) => {
        this.#error ??= error;
      });
  }

  /** Takes the next frames over from another video of the same scene. They begin with a key frame. */
  async insert(
    packets: readonly EncodedPacket[],
    meta: EncodedVideoChunkMetadata | undefined,
  ): Promise<void> {
    await this.#encoder.flush();
    this.meta ??= meta;
    for (const packet of packets) this.#append(packet, meta);
    this.#frames += packets.length;
    this.#last?.close();
    this.#last = undefined;
  }

  /**
   * Encodes the canvas as the next frame, or the frame before once more.
   * @param isKey begins a group of pictures; by default one begins every `groupFrames`
   */
  async add(ctx: CanvasRenderingContext2D, isNew: boolean, isKey?: boolean): Promise<void> {
    const { fps, groupFrames } = this.#job;
    const timestamp = Math.round((this.#frames * 1e6) / fps);
    const duration = Math.round(((this.#frames + 1) * 1e6) / fps) - timestamp;
    const began = performance.now();
    let frame: VideoFrame;
    if (isNew || !this.#last) {
      await this.#picture.take(ctx.canvas);
      frame = this.#picture.frame(timestamp, duration);
    } else frame = new VideoFrame(this.#last, { timestamp, duration });
    this.#last?.close();
    this.#last = frame;
    const read = performance.now();
    this.times.read += read - began;
    while (this.#encoder.encodeQueueSize >= maxQueued && this.#error === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#encoder.addEventListener('dequeue', () => resolve(), { once: true });
      await promise;
    }
    this.times.wait += performance.now() - read;
    this.#check();
    this.#encoder.encode(frame, { keyFrame: isKey ?? this.#frames % groupFrames === 0 });
    this.#frames++;
  }

  /** Waits until the encoder has nothing left to do; the frames after it are encoded as if it had not. */
  async idle(): Promise<void> {
    await this.#encoder.flush();
    this.#check();
  }

  /** Waits for all frames to be written. @throws when one is missing */
  async finish(): Promise<void> {
    const began = performance.now();
    await this.#encoder.flush();
    await this.#written;
    this.times.wait += performance.now() - began;
    this.#check();
    if (this.encoded !== this.#frames)
      throw new Error(`The encoder gave ${this.encoded} of ${this.#frames} frames.`);
  }

  close(): void {
    this.#last?.close();
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }

  #check(): void {
    if (this.#error !== undefined) throw this.#error;
  }
}
