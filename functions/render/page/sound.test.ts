import { describe, expect, it } from 'vitest';
import { stretchesOf } from './sound.ts';

const play = (given: object = {}) => ({ loop: false, playbackRate: 1, ...given });

describe('what is heard of a clip', () => {
  it('is the clip once', () => {
    expect(stretchesOf(play(), 4, 0, 10)).toEqual([{ from: 0, to: 4, at: 0 }]);
    expect(stretchesOf(play(), 4, 3, 10)).toEqual([{ from: 3, to: 4, at: 3 }]);
    expect(stretchesOf(play(), 4, 4, 10)).toEqual([]);
  });

  it('is the clip again and again when it loops, from wherever the range begins', () =>
    expect(stretchesOf(play({ loop: true }), 4, 6, 13)).toEqual([
      { from: 2, to: 4, at: 6 },
      { from: 0, to: 4, at: 8 },
      { from: 0, to: 1, at: 12 },
    ]));

  it('is as long as its speed makes it', () =>
    expect(stretchesOf(play({ playbackRate: 2 }), 4, 1, 10)).toEqual([{ from: 2, to: 4, at: 1 }]));

  it('is nothing of an empty clip', () => expect(stretchesOf(play({ loop: true }), 0, 0, 10)).toEqual([]));
});
