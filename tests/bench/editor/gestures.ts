import type { Page } from 'playwright-core';
import type { Hand } from './hand.ts';
import { gapNear, nearest, view } from './plan.ts';
import type { Measured } from './probe.ts';
import { dragSteps, panSteps, reach } from './steps.ts';
import type { EditorHooks, Target } from './target.ts';

/** Events of a gesture: two seconds at 60 Hz. */
const steps = 120;
/** Notches of the wheel with Ctrl that take the zoom from 1 to 0.31, one in each frame; out and in five times. */
const notches = 11;

export interface Gesture extends Measured {
  /** ms of work of the page's main thread for the whole gesture. */
  work: number;
  /** What shows that the gesture did what it should: px moved, elements selected, letters typed. */
  effect: number;
}

export type Results = Record<string, Gesture>;

const loop = (share: number, radius: number) => ({
  x: radius * Math.sin(2 * Math.PI * share),
  y: (radius * (1 - Math.cos(2 * Math.PI * share))) / 2,
});

/** Every gesture in turn on the open page, as far as it has the hooks for it; writes into `results`. */
export async function runGestures(
  page: Page,
  hand: Hand,
  { target, count, results }: { target: Target; count: number; results: Results },
): Promise<void> {
  const middle = { x: view.width / 2, y: view.height / 2 };
  const one = nearest(count, 'rect');
  const text = nearest(count, 'text', 100, 60);
  const ask = <T>(expression: string) => page.evaluate(`window.__bench.${expression}`) as Promise<T>;
  const hooks = new Set(await (page.evaluate('Object.keys(window.__bench)') as Promise<string[]>));
  const has = (...names: (keyof EditorHooks)[]) => names.every((name) => hooks.has(name));
  const at = async (index: number) => {
    const [x, y] = await ask<[number, number]>(`at(${index})`);
    return { x: Math.round(x), y: Math.round(y) };
  };
  const clear = async () => {
    await hand.settle();
    await ask('reset()');
    await hand.settle();
  };
  const add = async (
    name: string,
    gesture: () => Promise<void>,
    effect: (measured: Measured) => Promise<number>,
  ) => {
    const measured = await hand.measure(gesture);
    await hand.settle();
    results[name] = { ...measured, effect: Math.round((await effect(measured)) * 100) / 100 };
  };
  const pull = async (from: { x: number; y: number }, shift: number, radius: number, times = steps) => {
    hand.move(from.x, from.y);
    hand.down(from.x, from.y);
    await hand.every(times, (share) => {
      const { x, y } = loop(share, radius);
      hand.drag(from.x + x + shift * share, from.y + y);
    });
    hand.up(from.x + shift, from.y);
  };
  const moved = (before: { x: number }) => async () => (await at(one)).x - before.x;

  hand.move(middle.x, middle.y);
  await add(
    'pan',
    () =>
      hand.every(steps, (share) => {
        const angle = 2 * Math.PI * share;
        hand.wheel(middle.x, middle.y, 24 * Math.cos(angle), 24 * Math.sin(angle));
      }),
    async () => (await ask<number[]>('camera()'))[0]!,
  );
  await clear();

  await add(
    'zoom',
    async () => {
      for (let turn = 0; turn < 5; turn++) {
        await hand.every(notches, () => hand.wheel(middle.x, middle.y, 0, target.wheel.out, true));
        await hand.every(notches, () => hand.wheel(middle.x, middle.y, 0, target.wheel.in, true));
      }
    },
    async ({ smallest }) => smallest,
  );
  await clear();

  results.panStep = await panSteps(hand, await at(one));
  await clear();
  const still = await at(one);
  results.dragStep = await dragSteps(hand, still, [{ x: still.x + reach, y: still.y + reach }]);
  await clear();

  const first = await at(one);
  await add('dragOne', () => pull(first, 40, 200), moved(first));
  await clear();

  if (has('snapping')) {
    await ask('snapping()');
    // The one that was dragged lies below its neighbour now.
    const other = nearest(count, 'rect', -150, -80);
    const guided = await at(other);
    const shifted = async () => (await at(other)).x - guided.x;
    await add('dragSnapping', () => pull(guided, 40, 200), shifted);
    await clear();
  }

  const gap = gapNear(count, -view.width / 2 + 40, -view.height / 2 + 40);
  const corner = { x: gap[0] + view.width / 2, y: gap[1] + view.height / 2 };
  const far = { x: view.width - 12, y: view.height - 12 };
  await add(
    'marquee',
    async () => {
      hand.move(corner.x, corner.y);
      hand.down(corner.x, corner.y);
      await hand.every(steps, (share) =>
        hand.drag(corner.x + (far.x - corner.x) * share, corner.y + (far.y - corner.y) * share),
      );
      hand.up(far.x, far.y);
    },
    () => ask<number>('selected()'),
  );
  await hand.settle();

  const selection = await at(one);
  await add('dragSelection', () => pull(selection, 40, 200), moved(selection));

  for (let index = 0; index < 10; index++) {
    await hand.settle();
    await pull(await at(one), index % 2 ? -30 : 37, 0, 6);
  }
  await hand.settle();
  const beforeUndo = await at(one);
  await add('undo', () => hand.every(10, () => hand.key('z', 'KeyZ', 90, 2), 150), moved(beforeUndo));
  const beforeRedo = await at(one);
  await add('redo', () => hand.every(10, () => hand.key('Z', 'KeyZ', 90, 10), 150), moved(beforeRedo));
  await clear();

  if (has('select', 'width', 'rotation', 'corner', 'knob')) {
    const width = () => ask<number>(`width(${one})`);
    const grip = async (hook: 'corner' | 'knob') => {
      await ask(`select([${one}])`);
      await hand.settle();
      const [x, y] = await ask<[number, number]>(`${hook}(${one})`);
      return { x: Math.round(x), y: Math.round(y) };
    };
    const corner = await grip('corner');
    const widthBefore = await width();
    await add(
      'resize',
      () => pull(corner, 60, 100),
      async () => (await width()) - widthBefore,
    );
    const pulled = await grip('corner');
    const inside = { x: pulled.x + reach - 12, y: pulled.y + reach - 8 };
    results.resizeStep = await dragSteps(hand, pulled, [inside]);
    const turned = await grip('knob');
    const middleOf = await at(one);
    const corners = [-11, 11].flatMap((x) => [-8, 8].map((y) => ({ x: middleOf.x + x, y: middleOf.y + y })));
    results.rotateStep = await dragSteps(hand, turned, corners);
    const knob = await grip('knob');
    await add(
      'rotate',
      () => pull(knob, 60, 100),
      () => ask<number>(`rotation(${one})`),
    );
    await clear();
  }

  if (has('selectInSight', 'grouped')) {
    await ask('selectInSight(500)');
    await hand.settle();
    await add(
      'group',
      async () => hand.key('g', 'KeyG', 71, target.groupModifiers),
      () => ask<number>('grouped()'),
    );
    hand.key('x', 'KeyX', 88, 2);
    await hand.settle();
    await add(
      'paste500',
      async () => hand.key('v', 'KeyV', 86, 2),
      () => ask<number>('selected()'),
    );
    // All of it is taken back: the text that is typed into next was among what was grouped and cut.
    for (let back = 0; back < 3; back++) hand.key('z', 'KeyZ', 90, 2);
    await clear();
  }

  const letters = await at(text);
  await page.mouse.dblclick(letters.x, letters.y);
  await hand.settle();
  await page.keyboard.press('End');
  const before = (await ask<string>(`text(${text})`)).length;
  await add(
    'type',
    () =>
      hand.every(
        40,
        (_share, index) => {
          const letter = 'abcdefghij'[index % 10]!;
          hand.key(letter, `Key${letter.toUpperCase()}`, 65 + (index % 10), 0, letter);
        },
        50,
      ),
    async () => {
      await page.keyboard.press('Escape');
      return (await ask<string>(`text(${text})`)).length - before;
    },
  );
  await clear();
}
