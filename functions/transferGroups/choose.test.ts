import { describe, expect, it } from 'vitest';
import type { TransferNumber, TransferStrategy } from '#shared/model/transfer-group.ts';
import { chooseNumber } from './choose.ts';

const number = (id: string, more: Partial<TransferNumber> = {}): TransferNumber => ({
  id,
  phoneNumber: '+13055550123',
  label: '',
  priority: 1,
  weight: 1,
  isActive: true,
  maxConcurrent: 1,
  ...more,
});

/** The ids that so many calls in a row are given, one each ms. */
function choices(strategy: TransferStrategy, free: TransferNumber[], calls: number): string[] {
  let turn = { lastUsedAt: {} as Record<string, number>, credits: {} as Record<string, number> };
  return Array.from({ length: calls }, (_, call) => {
    const chance = ((call * 0.618_034) % 1) as number;
    const { number, credits } = chooseNumber({ strategy, free, turn, chance });
    turn = { credits, lastUsedAt: { ...turn.lastUsedAt, [number.id]: call + 1 } };
    return number.id;
  });
}
const countOf = (ids: string[], id: string) => ids.filter((one) => one === id).length;

describe('the next number of a transfer group', () => {
  it('in turn is each once, then from the beginning', () => {
    expect(choices('roundRobin', [number('a'), number('b'), number('c')], 6)).toEqual([...'abcabc']);
  });

  it('in turn by weight is spread evenly, never twice in a row where it need not be', () => {
    expect(choices('roundRobin', [number('a', { weight: 2 }), number('b')], 6)).toEqual([...'abaaba']);
    const ids = choices('roundRobin', [number('a', { weight: 70 }), number('b', { weight: 30 })], 1000);
    expect(countOf(ids, 'a')).toBe(700);
  });

  it('in turn goes on when a number is taken for a while', () => {
    const [a, b, c] = [number('a'), number('b'), number('c')];
    const first = chooseNumber({
      strategy: 'roundRobin',
      free: [a, b, c],
      turn: { lastUsedAt: {}, credits: {} },
      chance: 0,
    });
    const second = chooseNumber({
      strategy: 'roundRobin',
      free: [b, c],
      turn: { lastUsedAt: {}, credits: first.credits },
      chance: 0,
    });
    expect([first.number.id, second.number.id]).toEqual(['a', 'b']);
  });

  it('by priority is the lowest, and among equals the longest unused', () => {
    const free = [number('c', { priority: 2 }), number('a'), number('b')];
    expect(choices('priority', free, 4)).toEqual([...'abab']);
  });

  it('at random follows the weights', () => {
    const ids = choices('random', [number('a', { weight: 3 }), number('b')], 10_000);
    expect(countOf(ids, 'a') / 10_000).toBeCloseTo(0.75, 2);
  });

  it('by rest is the longest unused, those never used first', () => {
    expect(choices('leastRecent', [number('a'), number('b')], 4)).toEqual([...'abab']);
  });

  it.each([0, 0.5, 1 - 2 ** -48])('at random is always one, also for a chance of %d', (chance) => {
    const turn = { lastUsedAt: {}, credits: {} };
    const free = [number('a'), number('b', { weight: 100 })];
    expect(free).toContain(chooseNumber({ strategy: 'random', free, turn, chance }).number);
  });
});
