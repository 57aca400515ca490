import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginning } from './text.ts';

describe('the beginning of a text', () => {
  it.each([
    ['plain words', 5, 'plain'],
    ['short', 40, 'short'],
    ['abc🎉', 4, 'abc'],
    ['abc🎉', 5, 'abc🎉'],
    ['ab👩‍👩‍👧‍👦', 8, 'ab'],
    ['ab🇩🇪cd', 4, 'ab'],
    ['Jose\u0301 Ruiz', 4, 'Jos'],
    ['a\r\nb', 2, 'a'],
    // One character that is longer than all there may be: its code points stay whole.
    ['👩‍👩‍👧‍👦', 4, '👩‍'],
    [`🎉${'\u0301'.repeat(50)}`, 1, ''],
  ])('%j, %i: %j', (text, most, expected) => {
    expect(beginning(text, most)).toBe(expected);
  });

  it('is never longer than it may be, is where the text begins, and is well formed', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', 'e\u0301', '🎉', '👩‍👧', '🇩🇪', 'م', ' ') });
    fc.assert(
      fc.property(texts, fc.nat(30), (text, most) => {
        const cut = beginning(text, most);
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
