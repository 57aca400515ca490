import { expect, it } from 'vitest';
import { Refresh } from './refresh.ts';

function page() {
  const asked: string[] = [];
  let timers: { at: number; run: () => void }[] = [];
  let now = 0;
  let visible = true;
  const refresh = new Refresh({
    invalidate: (topic) => asked.push(topic),
    isVisible: () => visible,
    setTimeout: (run, ms) => timers.push({ at: now + ms, run }),
  });
  return {
    refresh,
    asked,
    see: (is: boolean) => {
      visible = is;
    },
    /** Lets so many ms pass. */
    pass: (ms: number) => {
      const end = now + ms;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}

it('makes one refresh of hints that come together, and one of those that come while it rests', () => {
  const { refresh, asked, pass } = page();
  refresh.hear('inbox');
  refresh.hear('inbox');
  refresh.hear('calls');
  expect(asked).toEqual([]);
  pass(50);
  expect(asked).toEqual(['inbox', 'calls']);
  for (let hint = 0; hint < 3; hint++) refresh.hear('inbox');
  pass(900);
  expect(asked).toHaveLength(2);
  pass(200);
  expect(asked.slice(2)).toEqual(['inbox']);
  pass(1_500);
  expect(asked).toHaveLength(3);
});

it('asks once more when hints have ceased, for what an index did not tell yet', () => {
  const { refresh, asked, pass } = page();
  refresh.hear('inbox');
  pass(2_000);
  refresh.hear('inbox');
  pass(2_900);
  expect(asked).toHaveLength(2);
  pass(200);
  expect(asked).toHaveLength(3);
  pass(60_000);
  expect(asked).toHaveLength(3);
});

it('asks once where hints may have been missed', () => {
  const { refresh, asked, pass } = page();
  refresh.catchUp('inbox');
  pass(60_000);
  expect(asked).toEqual(['inbox']);
});

it('keeps what a hidden page hears until it is seen', () => {
  const { refresh, asked, pass, see } = page();
  see(false);
  refresh.hear('inbox');
  pass(10_000);
  refresh.visible();
  expect(asked).toEqual([]);
  see(true);
  refresh.visible();
  pass(50);
  expect(asked).toEqual(['inbox']);
});
