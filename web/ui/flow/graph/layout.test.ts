import { describe, expect, it } from 'vitest';
import { type Box, type Line, layered } from './layout.ts';

const gaps = { column: 20, row: 30 };
const boxes = (...ids: string[]): Box[] => ids.map((id) => ({ id, width: 100, height: 40 }));
const lines = (...pairs: [string, string, number?][]): Line[] =>
  pairs.map(([from, to, port = 0]) => ({ from, to, port }));

function apart(places: ReadonlyMap<string, { x: number; y: number }>): boolean {
  const all = [...places.values()];
  return all.every((one, at) =>
    all.slice(at + 1).every((other) => Math.abs(one.x - other.x) >= 100 || Math.abs(one.y - other.y) >= 40),
  );
}

describe('the layered layout', () => {
  it('stands a line of steps straight below one another', () => {
    const places = layered(boxes('a', 'b', 'c'), lines(['a', 'b'], ['b', 'c']), 'a', gaps);
    expect([...places.values()]).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 70 },
      { x: 0, y: 140 },
    ]);
  });

  it('fans ways out in their order and centres what they share', () => {
    const places = layered(
      boxes('end', 'right', 'left', 'top'),
      lines(['top', 'left', 0], ['top', 'right', 1], ['left', 'end'], ['right', 'end']),
      'top',
      gaps,
    );
    const { left, right, top, end } = Object.fromEntries(places) as Record<string, { x: number; y: number }>;
    expect(left!.x).toBeLessThan(right!.x);
    expect(top!.x).toBeCloseTo((left!.x + right!.x) / 2, 0);
    expect(end!.x).toBeCloseTo(top!.x, 0);
    expect(end!.y).toBeGreaterThan(right!.y);
  });

  it('is not led astray by a way back', () => {
    const places = layered(boxes('a', 'b', 'c'), lines(['a', 'b'], ['b', 'c'], ['c', 'a']), 'a', gaps);
    expect(places.get('a')!.y).toBe(0);
    expect(places.get('c')!.y).toBe(140);
  });

  it('keeps a long line clear of the boxes between', () => {
    const places = layered(
      boxes('a', 'b', 'c', 'd'),
      lines(['a', 'b', 0], ['b', 'c'], ['c', 'd'], ['a', 'd', 1]),
      'a',
      gaps,
    );
    expect(places.get('d')!.y).toBe(210);
    expect(places.get('b')!.x).not.toBe(places.get('d')!.x);
  });

  it.each([10, 40, 100])('never lays one of %d boxes on another', (count) => {
    const ids = Array.from({ length: count }, (_, at) => `n${at}`);
    const all = ids.flatMap((id, at) =>
      [at * 2 + 1, at * 2 + 2, (at * 7 + 3) % count].flatMap((to, port) =>
        ids[to] && to !== at ? [{ from: id, to: ids[to]!, port }] : [],
      ),
    );
    const places = layered(boxes(...ids), all, 'n0', gaps);
    expect(places.size).toBe(count);
    expect(apart(places)).toBe(true);
  });

  it('gives steps that nothing joins a place too', () => {
    const places = layered(boxes('a', 'b'), [], 'a', gaps);
    expect(places.size).toBe(2);
    expect(apart(places)).toBe(true);
  });
});
