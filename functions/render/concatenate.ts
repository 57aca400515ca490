import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { wavHead, wavHeader } from './page/wav.ts';
import { silence } from './silence.ts';

/** One MP4 of several that were encoded alike, each beginning with a key frame. @param frames of each of them */
export async function concatenateVideos(
  files: readonly Buffer[],
  frames: readonly number[],
  fps: number,
): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ target, format: new Mp4OutputFormat({ fastStart: 'in-memory' }) });
  const track = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(track, { frameRate: fps });
  await output.start();
  let before = 0;
  for (const [i, file] of files.entries()) {
    const input = new Input({ source: new BufferSource(file), formats: [MP4] });
    const video = (await input.getPrimaryVideoTrack())!;
    const decoderConfig = (await video.getDecoderConfig())!;
    for await (const packet of new EncodedPacketSink(video).packets())
      await track.add(packet.clone({ timestamp: packet.timestamp + before / fps }), { decoderConfig });
    before += frames[i]!;
    input.dispose();
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** One WAV file of several, silent for those that are missing. @param frames of video that each of them lasts */
export function concatenateSounds(
  files: readonly (Buffer | undefined)[],
  frames: readonly number[],
  fps: number,
): Buffer | undefined {
  if (files.every((file) => !file)) return undefined;
  const samples = files.map((file, i) => (file ?? silence(frames[i]!, fps)).subarray(wavHead));
  const bytes = samples.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([Buffer.from(wavHeader(bytes / 4, 2, 48_000).buffer), ...samples]);
}
