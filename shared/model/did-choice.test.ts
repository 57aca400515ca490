import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, choiceOf, obstacleOf, tiersOf } from './did-choice.ts';

const now = Date.parse('2026-11-26T15:00:00Z');
const number = (phoneNumber: string, more: Partial<Candidate> = {}): Candidate => ({
  didId: `did_${phoneNumber.slice(2)}`,
  phoneNumber,
  weight: 1,
  isActive: true,
  isFlagged: false,
  restsThrough: null,
  callsToday: 0,
  lastUsedAt: null,
  ...more,
});
const rules = { strategy: 'local', restMinutes: 0, maxPerDay: null } as const;
const miami = { phone: '+13055550123', state: 'FL' };

describe('the numbers of a pool', () => {
  it('come by how near they are: area code, state, time zone, and the others', () => {
    const [own, state, zone, far] = ['+13055550100', '+19045550100', '+12125550100', '+12135550100'].map(
      (one) => number(one),
    );
    const { tiers } = tiersOf(rules, miami, [far!, zone!, state!, own!], now);
    expect(tiers.map(({ numbers }) => numbers.map(({ phoneNumber }) => phoneNumber))).toEqual([
      [own!.phoneNumber],
      [state!.phoneNumber],
      [zone!.phoneNumber],
      [far!.phoneNumber],
    ]);
    // Fort Lauderdale and the Keys' side of Miami are near; of two codes the nearer comes first.
    const [lauderdale, palmBeach] = ['+19545550100', '+15615550100'].map((one) => number(one));
    const near = tiersOf(rules, miami, [state!, palmBeach!, lauderdale!, own!], now).tiers;
    expect(near.map(({ numbers: [first] }) => first)).toEqual([own, lauderdale, palmBeach, state]);
    expect(near[1]!.says).toMatch(/^Its area code 954 is \d\d miles from the lead’s 305\.$/);
    // The lead moved to Texas and kept its number.
    const moved = tiersOf(rules, { ...miami, state: 'TX' }, [state!, number('+15125550100')], now);
    expect(moved.tiers[0]!.numbers[0]!.phoneNumber).toBe('+15125550100');
  });

  it('are left out with the reason while they rest, are at their limit, flagged, or were given back', () => {
    const pool = { strategy: 'weighted', restMinutes: 30, maxPerDay: 5 } as const;
    const resting = number('+13055550101', { lastUsedAt: now - 29.5 * 60_000, callsToday: 1 });
    const rested = number('+13055550102', { lastUsedAt: now - 30 * 60_000, callsToday: 4 });
    const full = number('+13055550103', { callsToday: 5, lastUsedAt: 0 });
    const gone = number('+13055550104', { isActive: false });
    const flagged = number('+13055550106', { isFlagged: true });
    const off = number('+13055550107', { restsThrough: '2026-12-03' });
    const all = [resting, rested, full, gone, flagged, off];
    const { tiers, passedOver } = tiersOf(pool, miami, all, now);
    expect(tiers.flatMap(({ numbers }) => numbers)).toEqual([rested]);
    expect(passedOver.map(({ reason }) => reason)).toEqual([
      'It rests for 1 min more.',
      'It was shown 5 times today, which is the limit.',
      'It was given back.',
      'It is flagged as spam.',
      'It rests through 2026-12-03.',
    ]);
    expect(obstacleOf(number('+13055550105'), pool, now)).toBe('');
  });

  it('take turns that are exact by weight over all weights, and never twice in a row where it can be helped', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }), (weights) => {
        const numbers = weights.map((weight, at) => number(`+1305555${1000 + at}`, { weight }));
        const [tier] = tiersOf({ ...rules, strategy: 'weighted' }, miami, numbers, now).tiers;
        const places = weights.reduce((sum, weight) => sum + weight, 0);
        const first = Array.from(
          { length: places * 2 },
          (_, turn) => choiceOf('weighted', tier!, turn).numbers[0]!,
        );
        for (const one of numbers) expect(first.filter((it) => it === one)).toHaveLength(2 * one.weight);
        for (let turn = 0; turn < 5; turn++)
          expect(new Set(choiceOf('weighted', tier!, turn).numbers).size).toBe(numbers.length);
      }),
    );
  });

  it('come with those first that were shown least often, and in turn where that is equal', () => {
    const numbers = [3, 0, 1, 0].map((callsToday, at) => number(`+1305555010${at}`, { callsToday }));
    const pool = { ...rules, strategy: 'least-used' } as const;
    const [tier] = tiersOf(pool, miami, numbers, now).tiers;
    const counts = choiceOf('least-used', tier!, 0).numbers.map(({ callsToday }) => callsToday);
    expect(counts).toEqual([0, 0, 1, 3]);
    const firsts = [0, 1, 2, 3].map((turn) => choiceOf('least-used', tier!, turn).numbers[0]!.phoneNumber);
    expect(new Set(firsts)).toEqual(new Set(['+13055550101', '+13055550103']));
  });
});
