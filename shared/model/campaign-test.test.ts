import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictOf } from './campaign-test.ts';
import { pValueOf } from './two-proportions.ts';

const share = fc
  .integer({ min: 1, max: 5_000 })
  .chain((of) => fc.integer({ min: 0, max: of }).map((hits) => ({ of, hits })));

describe('the two-proportion test', () => {
  // Worked out by hand with tables of the normal distribution: z to four places, then 2(1 - Φ(z)).
  it.each([
    // pooled 0.20; z = 0.10 / sqrt(0.16 · 0.02) = 1.7678
    { one: { of: 100, hits: 25 }, other: { of: 100, hits: 15 }, p: 0.0771 },
    // pooled 0.075; z = 0.05 / sqrt(0.069375 · 0.004) = 3.0015
    { one: { of: 500, hits: 50 }, other: { of: 500, hits: 25 }, p: 0.00269 },
    // pooled 0.5; z = 0.2 / sqrt(0.25 · 0.04) = 2
    { one: { of: 50, hits: 30 }, other: { of: 50, hits: 20 }, p: 0.0455 },
    // pooled 0.10; z = 0.04 / sqrt(0.09 · (1/200 + 1/600)) = 1.6330
    { one: { of: 200, hits: 26 }, other: { of: 600, hits: 54 }, p: 0.1025 },
  ])(
    'answers the p-value worked out by hand for $one.hits of $one.of and $other.hits of $other.of',
    (given) => {
      expect(pValueOf(given.one, given.other)).toBeCloseTo(given.p, 4);
    },
  );

  it('is a probability, the same either way round, and 1 of equal shares', () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        const p = pValueOf(one, other);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(pValueOf(other, one)).toBeCloseTo(p, 12);
        expect(pValueOf(one, one)).toBeGreaterThan(0.999_999);
      }),
    );
  });

  it('is the smaller the more people there are of whom the same shares hold', () => {
    fc.assert(
      fc.property(share, share, fc.integer({ min: 2, max: 20 }), (one, other, times) => {
        const more = (given: typeof one) => ({ of: given.of * times, hits: given.hits * times });
        expect(pValueOf(more(one), more(other))).toBeLessThanOrEqual(pValueOf(one, other) + 1e-6);
      }),
    );
  });

  it('says nothing where nobody is on one side, or all or none on both', () => {
    expect(pValueOf({ of: 0, hits: 0 }, { of: 10, hits: 5 })).toBe(1);
    expect(pValueOf({ of: 10, hits: 0 }, { of: 10, hits: 0 })).toBe(1);
    expect(pValueOf({ of: 10, hits: 10 }, { of: 20, hits: 20 })).toBe(1);
  });
});

describe('the winner of a test', () => {
  const rules = { confidence: 95, minimum: 100 } as const;
  const of = (sent: number, hits: number, optedOut = 0) => ({ sent, hits, optedOut });

  it('is the best where it is significantly better', () => {
    expect(verdictOf([of(500, 25), of(500, 50)], rules)).toMatchObject({ state: 'winner', winner: 1 });
    expect(verdictOf([of(500, 50), of(500, 25)], rules)).toMatchObject({ state: 'winner', winner: 0 });
  });

  it('is none where chance may have made the difference, or at a higher confidence', () => {
    expect(verdictOf([of(100, 25), of(100, 15)], rules)).toMatchObject({ state: 'undecided', winner: null });
    expect(verdictOf([of(100, 25), of(100, 15)], { confidence: 90, minimum: 100 }).state).toBe('winner');
  });

  it('is none while one variant has had too few texts', () => {
    expect(verdictOf([of(500, 50), of(99, 0)], rules)).toEqual({
      state: 'too_few',
      winner: null,
      pValue: null,
    });
  });

  it('is none where the best drives significantly more people away', () => {
    expect(verdictOf([of(500, 25, 5), of(500, 50, 40)], rules)).toMatchObject({
      state: 'guarded',
      winner: null,
    });
    expect(verdictOf([of(500, 25, 5), of(500, 50, 7)], rules).state).toBe('winner');
  });

  it('must be better than each other one, and more clearly so the more there are', () => {
    // 50 against 30 of 500: p = 0.0200 alone, and 0.0600 as one of three comparisons.
    expect(verdictOf([of(500, 50), of(500, 30)], rules).state).toBe('winner');
    expect(verdictOf([of(500, 50), of(500, 30), of(500, 10)], rules).state).toBe('undecided');
  });

  it('never has a lower rate than another, nor is it called at a p-value that is not allowed', () => {
    const figures = fc.integer({ min: 100, max: 2_000 }).chain((sent) =>
      fc.record({
        sent: fc.constant(sent),
        hits: fc.integer({ min: 0, max: sent }),
        optedOut: fc.integer({ min: 0, max: sent }),
      }),
    );
    fc.assert(
      fc.property(fc.array(figures, { minLength: 2, maxLength: 4 }), (all) => {
        const { winner, pValue } = verdictOf(all, rules);
        if (winner === null) return;
        expect(pValue).toBeLessThan(0.05);
        for (const one of all)
          expect(all[winner]!.hits / all[winner]!.sent).toBeGreaterThanOrEqual(one.hits / one.sent);
      }),
    );
  });
});
