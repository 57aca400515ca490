import { describe, expect, it } from 'vitest';
import { around, rounded } from './route.ts';

const source = { x: 100, y: 0 };
const target = { x: 100, y: 400 };
const box = { x: 40, y: 150, width: 120, height: 80 };

describe('a way between two cards', () => {
  it('is drawn as usual where nothing lies on it, and where it leads upwards', () => {
    expect(around(source, target, [])).toBeUndefined();
    expect(around(source, target, [{ ...box, x: 300 }])).toBeUndefined();
    expect(around(target, source, [box])).toBeUndefined();
  });

  it('goes past a card on its nearer side', () => {
    const route = around({ x: 130, y: 0 }, { x: 130, y: 400 }, [box])!;
    expect(route.middle).toEqual({ x: 184, y: 200 });
    expect(route.path.startsWith('M130 0')).toBe(true);
    expect(route.path.endsWith('L130 400')).toBe(true);
  });

  it('finds a lane past several', () => {
    const route = around(source, target, [box, { ...box, x: 150, y: 260 }])!;
    expect(route.middle.x).toBe(16);
  });

  it('is drawn as usual where there is no lane', () => {
    const wall = Array.from({ length: 40 }, (_, at) => ({ ...box, x: at * 100 - 2_000, width: 100 }));
    const route = around(source, target, wall);
    // The only lanes are beside the wall.
    expect(route === undefined || route.middle.x < -2_000 || route.middle.x > 2_000).toBe(true);
  });

  it('rounds its corners, but never more than the way is long', () => {
    expect(
      rounded([
        { x: 0, y: 0 },
        { x: 0, y: 8 },
        { x: 50, y: 8 },
      ]),
    ).toBe('M0 0L0 4Q0 8 4 8L50 8');
  });
});
