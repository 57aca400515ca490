import { describe, expect, it } from 'vitest';
import { box } from '../testing/stage.ts';
import { merge, overlay, underlay } from './overlay.ts';

const base = box('a', 0, 0, { styles: { color: '#000000', fontSize: 20 }, version: 3 });

describe('merging two changes of one element', () => {
  it('takes both where they are in different places, down to a single style', () => {
    const mine = { ...base, styles: { color: '#ff0000', fontSize: 20 } };
    const theirs = {
      ...base,
      version: 4,
      position: { x: 9, y: 9, z: 0 },
      styles: { color: '#000000', fontSize: 44 },
    };
    expect(merge(base, mine, theirs)).toEqual({ ...theirs, styles: { color: '#ff0000', fontSize: 44 } });
  });

  it('keeps what one of them took away', () => {
    const mine = { ...base, styles: { fontSize: 20 } };
    const theirs = { ...base, isLocked: true, version: 4 };
    expect(merge(base, mine, theirs)).toEqual({ ...theirs, styles: { fontSize: 20 } });
  });

  it('is left to a person where both changed the same place, unless they changed it alike', () => {
    const at = (x: number) => ({ ...base, position: { x, y: 0, z: 0 } });
    expect(merge(base, at(5), at(6))).toBeUndefined();
    expect(merge(base, at(5), { ...at(5), version: 9 })).toEqual({ ...at(5), version: 9 });
    const tall = { ...base, position: { x: 0, y: 7, z: 0 } };
    expect(merge(base, at(5), tall)).toBeUndefined();
  });
});

it('a change is made again on another state of the same element', () => {
  const moved = overlay(base, { ...base, position: { x: 9, y: 9, z: 0 }, version: 8 });
  expect(moved({ ...base, opacity: 0.5 })).toEqual({ ...base, opacity: 0.5, position: { x: 9, y: 9, z: 0 } });
});

it('a change is laid under a newer one, which wins where they meet', () => {
  const older = { base, changed: { ...base, opacity: 0.2, isVisible: false } };
  expect(underlay(older, { ...base, opacity: 0.8 }, base)).toEqual({
    ...base,
    opacity: 0.8,
    isVisible: false,
  });
});
