import { expect, it } from 'vitest';
import { box } from '../testing/stage.ts';
import { FontScan } from './font-scan.ts';

it('looks through a large project in slices, each element once, and redraws where a face came in', async () => {
  const turns: (() => void)[] = [];
  const seen: string[][] = [];
  const loaded: string[] = [];
  let redrawn = 0;
  const scan = new FontScan({
    needsOf: (elements) => {
      seen.push(elements.map(({ id }) => id));
      return [{ font: '16px Inter', sample: elements.length === 100 ? 'abc' : 'ab' }];
    },
    load: async (needs) => {
      loaded.push(needs[0]!.sample);
      return true;
    },
    onLoaded: () => redrawn++,
    later: (callback) => {
      turns.push(callback);
      return () => {};
    },
  });
  scan.add(Array.from({ length: 900 }, (_, index) => box(`e${index}`, 0, 0)));
  scan.add([box('e0', 5, 5)]);
  while (turns.length > 0) {
    turns.shift()!();
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(seen.map(({ length }) => length)).toEqual([400, 400, 100]);
  expect(new Set(seen.flat()).size).toBe(900);
  expect(loaded).toEqual(['ab', 'abc']);
  expect(redrawn).toBe(2);
});
