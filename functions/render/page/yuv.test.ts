import { expect, it } from 'vitest';
import { converterIn } from './yuv.ts';

const [width, height] = [32, 6];
/** Where the planes lie, with bytes between them that must stay as they are. */
const places = { dots: 0, y: 1024, u: 1400, v: 1500 };

/** A picture of 2 × 2 equal dots a colour, and what the standard makes of each. */
function convert(colours: readonly (readonly [number, number, number])[]) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = new Uint8Array(memory.buffer);
  const colourAt = (x: number, y: number) => colours[((y >> 1) * (width / 2) + (x >> 1)) % colours.length]!;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [r, g, b] = colourAt(x, y);
      bytes.set([b, g, r, 77], places.dots + (y * width + x) * 4);
    }
  const { dots, y, u, v } = places;
  converterIn(memory)(dots, width * 4, y, width, u, v, width / 2, width / 16, height / 2);
  return { bytes, colourAt };
}

function standard([r, g, b]: readonly [number, number, number]) {
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return {
    y: 16 + (219 / 255) * luma,
    u: 128 + (224 / 255) * ((b - luma) / 1.8556),
    v: 128 + (224 / 255) * ((r - luma) / 1.5748),
  };
}

/** Half a step for rounding, and a little for weights of 15 bits. */
const tolerance = 0.52;
const steps = [0, 1, 16, 60, 127, 128, 200, 254, 255];
const cube = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => [r, g, b] as const)));

it('gives every colour its brightness and colour in BT.709 of limited range', () => {
  const perPicture = (width * height) / 4;
  for (let from = 0; from < cube.length; from += perPicture) {
    const { bytes, colourAt } = convert(cube.slice(from, from + perPicture));
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const wanted = standard(colourAt(x, y));
        const chroma = (y >> 1) * (width / 2) + (x >> 1);
        const found = {
          y: bytes[places.y + y * width + x]!,
          u: bytes[places.u + chroma]!,
          v: bytes[places.v + chroma]!,
        };
        for (const plane of ['y', 'u', 'v'] as const)
          expect(Math.abs(found[plane] - wanted[plane]), `${plane} of ${colourAt(x, y)}`).toBeLessThan(
            tolerance,
          );
      }
  }
});

it('mixes the colours of 2 × 2 dots, and writes nothing beside the planes', () => {
  const { bytes } = convert([[255, 0, 0]]);
  expect([...bytes.subarray(places.y + width * height, places.u)].every((byte) => byte === 0)).toBe(true);
  expect([...bytes.subarray(places.v + (width * height) / 4, 2000)].every((byte) => byte === 0)).toBe(true);

  const memory = new WebAssembly.Memory({ initial: 1 });
  const picture = new Uint8Array(memory.buffer);
  // Red, green, blue and white in each square of four.
  for (let i = 0; i < width; i += 2) {
    picture.set([0, 0, 255, 0, 0, 255, 0, 0], i * 4);
    picture.set([255, 0, 0, 0, 255, 255, 255, 0], (width + i) * 4);
  }
  converterIn(memory)(0, width * 4, places.y, width, places.u, places.v, width / 2, 2, 1);
  const mean = standard([127.5, 127.5, 127.5]);
  expect(Math.abs(picture[places.u]! - mean.u)).toBeLessThan(tolerance);
  expect(Math.abs(picture[places.v + 15]! - mean.v)).toBeLessThan(tolerance);
});
