import type { Page } from 'playwright-core';
import type { Hand } from './hand.ts';
import { nearest, view } from './plan.ts';

/** An hour of editing, one action in each second of it; the machine does them as fast as it can. */
const actions = 3_600;
/** So many come first: history, caches and compiled code are then as full as they get. */
const warmUp = 900;

/**
 * Drags, turns, types, pans, zooms, adds, deletes, undoes and redoes by real input.
 * @returns MB of heap after the warm-up and after the hour
 */
export async function editForAnHour(
  page: Page,
  hand: Hand,
  count: number,
  heap: () => Promise<number>,
): Promise<{ before: number; after: number; steps: number }> {
  const one = nearest(count, 'rect');
  const at = async () => {
    const [x, y] = (await page.evaluate(`window.__bench.at(${one})`)) as [number, number];
    return { x: Math.round(x), y: Math.round(y) };
  };
  const middle = { x: view.width / 2, y: view.height / 2 };
  const drag = async (index: number) => {
    const from = await at();
    const by = index % 2 ? 24 : -24;
    hand.move(from.x, from.y);
    hand.down(from.x, from.y);
    for (let step = 1; step <= 4; step++) hand.drag(from.x + (by * step) / 4, from.y);
    hand.up(from.x + by, from.y);
  };
  const acts: ((index: number) => Promise<void> | void)[] = [
    drag,
    () => hand.key('ArrowRight', 'ArrowRight', 39),
    () => hand.key('r', 'KeyR', 82),
    drag,
    () => hand.key('d', 'KeyD', 68, 2),
    () => hand.key('Delete', 'Delete', 46),
    (index) => hand.wheel(middle.x, middle.y, index % 20 < 10 ? 8 : -8, 0),
    (index) => hand.wheel(middle.x, middle.y, 0, index % 20 < 10 ? 2 : -2, true),
    () => hand.key('z', 'KeyZ', 90, 2),
    () => hand.key('Z', 'KeyZ', 90, 10),
  ];
  const run = async (times: number) => {
    for (let index = 0; index < times; index++) {
      await acts[index % acts.length]!(index);
      if (index % acts.length === acts.length - 1) await hand.drain();
      if (index % 100 === 99) await page.evaluate('window.__bench.reset()');
    }
    await hand.settle();
  };
  await run(warmUp);
  const before = await heap();
  await run(actions);
  const steps = (await page.evaluate('window.__bench.steps()')) as number;
  return { before, after: await heap(), steps };
}
