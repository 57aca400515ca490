import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { expect, it } from 'vitest';
import { concatenateSounds, concatenateVideos } from './concatenate.ts';
import { wavHead } from './page/wav.ts';
import { silence } from './silence.ts';

const fps = 30;
/** avcC of a High profile stream with a parameter set of each kind. */
const description = new Uint8Array([
  ...[1, 0x64, 0, 0x28, 0xff, 0xe1, 0, 26],
  ...[0x67, 0x64, 0, 0x28, 0xac, 0xd9, 0x40, 0x78, 0x02, 0x27, 0xe5, 0x84, 0, 0],
  ...[3, 0, 4, 0, 0, 3, 0, 0xf0, 0x3c, 0x60, 0xc6, 0x58],
  ...[1, 0, 6, 0x68, 0xeb, 0xe3, 0xcb, 0x22, 0xc0],
]);
const config = { codec: 'avc1.640028', codedWidth: 1920, codedHeight: 1080, description };

async function clip(frames: number, content: number): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ target, format: new Mp4OutputFormat({ fastStart: 'in-memory' }) });
  const track = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(track, { frameRate: fps });
  await output.start();
  for (let i = 0; i < frames; i++) {
    const bytes = new Uint8Array([0, 0, 0, 3, i === 0 ? 0x65 : 0x41, content, i]);
    await track.add(new EncodedPacket(bytes, i === 0 ? 'key' : 'delta', i / fps, 1 / fps), {
      decoderConfig: config,
    });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

it('puts the frames of several files one after another, none missing and none twice', async () => {
  const file = await concatenateVideos([await clip(60, 1), await clip(37, 2)], [60, 37], fps);
  const input = new Input({ source: new BufferSource(file), formats: [MP4] });
  const track = (await input.getPrimaryVideoTrack())!;
  const packets = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  expect(packets.map(({ data }) => [data[5], data[6]])).toEqual([
    ...Array.from({ length: 60 }, (_, i) => [1, i]),
    ...Array.from({ length: 37 }, (_, i) => [2, i]),
  ]);
  expect(packets.flatMap(({ type }, i) => (type === 'key' ? [i] : []))).toEqual([0, 60]);
  for (const [i, { timestamp }] of packets.entries())
    expect(Math.abs(timestamp - i / fps)).toBeLessThan(1e-4);
  expect(await track.computeDuration()).toBeCloseTo(97 / fps, 4);
  expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
});

it('puts sounds one after another, silence where there is none', () => {
  const loud = silence(30, fps).fill(7, wavHead);
  const whole = concatenateSounds([undefined, loud], [60, 30], fps)!;
  const second = 48_000 * 4;
  expect(whole.length).toBe(wavHead + 3 * second);
  expect(whole.readUInt32LE(40)).toBe(3 * second);
  expect(whole.subarray(wavHead, wavHead + 2 * second).every((byte) => byte === 0)).toBe(true);
  expect(whole.subarray(wavHead + 2 * second).every((byte) => byte === 7)).toBe(true);
  expect(concatenateSounds([undefined, undefined], [60, 30], fps)).toBeUndefined();
});
