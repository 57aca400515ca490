import { describe, expect, it } from 'vitest';
import { LongPress, longPressDelay } from './long-press.ts';

function press() {
  const opened: unknown[] = [];
  let waiting: (() => void) | undefined;
  const finger = new LongPress(
    (at) => opened.push(at),
    (callback, ms) => {
      expect(ms).toBe(longPressDelay);
      waiting = callback;
      return () => {
        waiting = undefined;
      };
    },
  );
  return { finger, opened, rest: () => waiting?.() };
}

describe('a finger that rests', () => {
  it('opens the menu where it was put down, though it trembles', () => {
    const { finger, opened, rest } = press();
    finger.down({ x: 40, y: 50 });
    finger.move({ x: 43, y: 50 });
    rest();
    expect(opened).toEqual([{ x: 40, y: 50 }]);
  });

  it('opens nothing once it has moved more than 5 px, or has left', () => {
    const { finger, opened, rest } = press();
    finger.down({ x: 40, y: 50 });
    finger.move({ x: 46, y: 50 });
    rest();
    finger.down({ x: 40, y: 50 });
    finger.cancel();
    rest();
    expect(opened).toEqual([]);
  });
});
