import { expect, it } from 'vitest';
import { BrowserFonts } from './browser-fonts.ts';
import { fontStack } from './fonts.ts';

const inter = { font: `400 16px ${fontStack('Inter')}`, sample: 'A' };

/** The faces of a document: one for each font, there once it has arrived. */
function faces() {
  const there = new Map<string, object>();
  let arrive = () => {};
  const set = {
    load: (font: string) =>
      new Promise((resolve) => {
        const face = there.get(font) ?? {};
        arrive = () => {
          there.set(font, face);
          resolve([face]);
        };
        if (there.has(font)) arrive();
      }),
  };
  return { set: set as unknown as FontFaceSet, arrive: () => arrive() };
}
/** Lets what has been asked for begin. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

it('has a scene drawn again when its font has come, and not when it was there before', async () => {
  const { set, arrive } = faces();
  const fonts = new BrowserFonts(() => undefined, { set });
  const first = fonts.load([inter]);
  await turn();
  arrive();
  expect(await first).toBe(true);
  expect(fonts.version).toBe(1);
  expect(await fonts.load([{ ...inter, sample: 'AB' }])).toBe(false);
  expect(fonts.version).toBe(1);
});

it('has a scene drawn again when somebody else brought its font meanwhile', async () => {
  const { set, arrive } = faces();
  const fonts = new BrowserFonts(() => undefined, { set });
  const first = fonts.load([inter]);
  await turn();
  const second = fonts.load([{ ...inter, sample: 'AB' }]);
  arrive();
  expect(await second).toBe(true);
  expect(await first).toBe(true);
  expect(fonts.version).toBe(1);
});
