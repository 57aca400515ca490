import { EncodedPacket, type EncodedVideoPacketSource } from 'mediabunny';
import type { VideoJob } from '../job.ts';

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

/**
 * What Chromium is told of a canvas's dots. It converts them to the range that is named here and to BT.709, and
 * labels the stream so; of a canvas itself it would make full range, which many players show with wrong contrast.
 */
const limitedRgb = { primaries: 'bt709', transfer: 'bt709', matrix: 'rgb', fullRange: false } as const;

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

/** Encodes frames into a track of a file, in their order. */
export class FrameEncoder {
  readonly #encoder: VideoEncoder;
  readonly #job: VideoJob;
  readonly codec: 'avc' | 'vp9' | 'vp8';
  #error: unknown;
  #last: VideoFrame | undefined;
  #frames = 0;
  /** Frames that have come out of the encoder. */
  encoded = 0;
  /** ms spent on reading the canvas, where what was drawn is rasterized, and on waiting for the encoder. */
  readonly times = { read: 0, wait: 0 };
  #written: Promise<unknown> = Promise.resolve();

  static async create(job: VideoJob): Promise<FrameEncoder> {
    return new FrameEncoder(job, await configOf(job));
  }

  /** Where encoded frames go; set before the first frame. */
  track: EncodedVideoPacketSource | undefined;

  constructor(job: VideoJob, config: Config) {
    this.#job = job;
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
    this.encoded++;
    const packet = EncodedPacket.fromEncodedChunk(chunk);
    this.#written = this.#written
      .then(() => this.track!.add(packet, meta))
      .catch((error) => {
        this.#error ??= error;
      });
  }

  /** Encodes the canvas as the next frame, or the frame before once more. */
  async add(ctx: CanvasRenderingContext2D, isNew: boolean): Promise<void> {
    const { fps, groupFrames, width: codedWidth, height: codedHeight } = this.#job;
    const timestamp = Math.round((this.#frames * 1e6) / fps);
    const duration = Math.round(((this.#frames + 1) * 1e6) / fps) - timestamp;
    const began = performance.now();
    let frame: VideoFrame;
    if (isNew || !this.#last) {
      const buffer = ctx.getImageData(0, 0, codedWidth, codedHeight).data.buffer as ArrayBuffer;
      const layout: VideoFrameBufferInit & { transfer: ArrayBuffer[] } = {
        format: 'RGBX',
        codedWidth,
        codedHeight,
        colorSpace: limitedRgb,
        timestamp,
        duration,
        transfer: [buffer],
      };
      frame = new VideoFrame(buffer, layout);
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
    this.#encoder.encode(frame, { keyFrame: this.#frames % groupFrames === 0 });
    this.#frames++;
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
