import { expect, it } from 'vitest';
import { KeptStretches, stretchesOf } from './shared-stretches.ts';

const between = (from: number, to: number) => (frame: number) => frame >= from && frame < to;

it('divides a video into what differs and what does not', () => {
  expect(stretchesOf(0, 300, between(0, 90))).toEqual([
    { from: 0, to: 90, isGeneral: false },
    { from: 90, to: 300, isGeneral: true },
  ]);
  expect(stretchesOf(60, 120, between(0, 0))).toEqual([{ from: 60, to: 120, isGeneral: true }]);
});

it('leaves out pauses that are not worth a key frame', () => {
  const blinking = (frame: number) => frame < 40 && frame % 10 < 5;
  expect(stretchesOf(0, 100, blinking)).toEqual([
    { from: 0, to: 35, isGeneral: false },
    { from: 35, to: 100, isGeneral: true },
  ]);
});

it('keeps the frames of what does not differ, and nothing else', () => {
  const kept = new KeptStretches();
  const [own, general] = stretchesOf(0, 60, between(0, 20)) as [never, never];
  const packets = Array.from({ length: 60 }, (_, n) => ({ n, data: new Uint8Array(10) }) as never);
  kept.keep([own, general], 0, { packets, meta: { decoderConfig: { codec: 'avc1' } } });
  expect(kept.get(own)).toBeUndefined();
  expect(kept.get(general)).toEqual(packets.slice(20));
  expect(kept.meta).toEqual({ decoderConfig: { codec: 'avc1' } });
});
