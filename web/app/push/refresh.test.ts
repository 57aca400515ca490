import { expect, it } from 'vitest';
import { Refresh } from './refresh.ts';

function page() {
  const asked: string[] = [];
  const timers: (() => void)[] = [];
  let visible = true;
  const refresh = new Refresh({
    invalidate: (topic) => asked.push(topic),
    isVisible: () => visible,
    setTimeout: (callback) => timers.push(callback),
  });
  return {
    refresh,
    asked,
    see: (is: boolean) => {
      visible = is;
    },
    /** Lets the timers that are set now run out. */
    pass: () => {
      for (const run of timers.splice(0)) run();
    },
  };
}

it('makes one refresh of hints that come together, and one of those that come while it rests', () => {
  const { refresh, asked, pass } = page();
  refresh.hear('inbox');
  refresh.hear('inbox');
  refresh.hear('calls');
  expect(asked).toEqual([]);
  pass();
  expect(asked).toEqual(['inbox', 'calls']);
  for (let hint = 0; hint < 3; hint++) refresh.hear('inbox');
  expect(asked).toHaveLength(2);
  pass();
  pass();
  expect(asked.slice(2)).toEqual(['inbox']);
  pass();
  pass();
  expect(asked).toHaveLength(3);
});

it('keeps what a hidden page hears until it is seen', () => {
  const { refresh, asked, pass, see } = page();
  see(false);
  refresh.hear('inbox');
  pass();
  refresh.visible();
  expect(asked).toEqual([]);
  see(true);
  refresh.visible();
  pass();
  expect(asked).toEqual(['inbox']);
});
