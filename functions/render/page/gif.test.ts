import { expect, it } from 'vitest';
import { GifWriter, paletteFrames, paletteOf } from './gif.ts';

const picture = (red: number, dots = 16) =>
  Uint8ClampedArray.from(Array.from({ length: dots }, () => [red, 0, 0, 255]).flat());

/** Delays of the pictures in a GIF, in hundredths of a second, from its graphic control extensions. */
function delaysOf(gif: Uint8Array): number[] {
  const delays: number[] = [];
  for (let at = 0; at < gif.length - 5; at++)
    if (gif[at] === 0x21 && gif[at + 1] === 0xf9 && gif[at + 2] === 4)
      delays.push(gif[at + 4]! | (gif[at + 5]! << 8));
  return delays;
}

it('a GIF has a picture for each change, which stays as long as nothing changes', () => {
  const writer = new GifWriter(paletteOf([picture(0), picture(200)]), 4, 4, 20);
  writer.add(picture(0));
  for (let i = 0; i < 9; i++) writer.add(undefined);
  writer.add(picture(200));
  const gif = writer.finish();
  expect(Buffer.from(gif.subarray(0, 6)).toString()).toBe('GIF89a');
  expect(delaysOf(gif)).toEqual([50, 5]);
});

it('times of a GIF are rounded from its beginning, so that they do not drift', () => {
  const writer = new GifWriter(paletteOf([picture(0)]), 4, 4, 15);
  for (let i = 0; i < 15; i++) writer.add(picture(i));
  const delays = delaysOf(writer.finish());
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(100);
});

it('the palette looks at frames from everywhere', () => {
  expect(paletteFrames(3)).toEqual([0, 1, 2]);
  expect(paletteFrames(800)).toEqual([0, 100, 200, 300, 400, 500, 600, 700]);
});
