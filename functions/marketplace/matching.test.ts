import { describe, expect, it } from 'vitest';
import { quantityOf, type Wanted, wantsListing, wantsPinged } from './matching.ts';

const all: Wanted = { categories: [], states: [], requirements: [], exclusivity: 'any', bidCents: 2_500 };
const pinged = { category: 'Solar', state: 'FL', exclusive: false, attributes: {} };
const listing = { category: 'Solar', exclusivity: 'shared' as const, priceCents: 2_500 };

describe('a standing order bids for a pinged lead', () => {
  it.each([
    ['of any category without categories', {}, {}, true],
    ['of its category, whatever the case', { categories: ['Roofing', 'SOLAR '] }, {}, true],
    ['not of another category', { categories: ['Roofing'] }, {}, false],
    ['of its state', { states: ['NY', 'FL'] }, {}, true],
    ['not of another state', { states: ['NY'] }, {}, false],
    ['not of a shared one where it wants exclusive ones', { exclusivity: 'exclusive' }, {}, false],
    ['of an exclusive one', { exclusivity: 'exclusive' }, { exclusive: true }, true],
    ['not without the attribute it requires', { requirements: ['homeowner=yes'] }, {}, false],
    [
      'with the attribute, whatever the case',
      { requirements: ['Homeowner=YES'] },
      { attributes: { homeowner: 'yes' } },
      true,
    ],
    ['with a boolean', { requirements: ['homeowner=yes'] }, { attributes: { homeowner: true } }, true],
    [
      'not with the other boolean',
      { requirements: ['homeowner=yes'] },
      { attributes: { homeowner: false } },
      false,
    ],
    ['with a number', { requirements: ['age=40'] }, { attributes: { age: 40 } }, true],
    [
      'with a value that holds an equals sign',
      { requirements: ['plan=a=b'] },
      { attributes: { plan: 'a=b' } },
      true,
    ],
    ['not with one of two attributes', { requirements: ['a=1', 'b=2'] }, { attributes: { a: '1' } }, false],
  ] as [string, Partial<Wanted>, Partial<typeof pinged>, boolean][])('%s', (_, wanted, lead, bids) => {
    expect(wantsPinged({ ...all, ...wanted }, { ...pinged, ...lead })).toBe(bids);
  });
});

describe('a standing order buys of a listing', () => {
  it.each([
    ['at the price of its bid', {}, {}, true],
    ['not above it', {}, { priceCents: 2_501 }, false],
    ['not of another category', { categories: ['Roofing'] }, {}, false],
    ['not of a shared one where it wants exclusive ones', { exclusivity: 'exclusive' }, {}, false],
    ['of an exclusive one', { exclusivity: 'exclusive' }, { exclusivity: 'exclusive' }, true],
    ['not where it asks for states, which a listing does not say', { states: ['FL'] }, {}, false],
    ['not where it requires attributes', { requirements: ['homeowner=yes'] }, {}, false],
  ] as [string, Partial<Wanted>, Partial<typeof listing>, boolean][])('%s', (_, wanted, of, buys) => {
    expect(wantsListing({ ...all, ...wanted }, { ...listing, ...of })).toBe(buys);
  });

  it('as many as are on offer, paid for and allowed today', () => {
    expect(quantityOf(10, 2_500, { cents: 100_000, leads: 50 })).toBe(10);
    expect(quantityOf(10, 2_500, { cents: 7_499, leads: 50 })).toBe(2);
    expect(quantityOf(10, 2_500, { cents: 100_000, leads: 3 })).toBe(3);
    expect(quantityOf(10, 2_500, { cents: 2_499, leads: 50 })).toBe(0);
    expect(quantityOf(5_000, 1, { cents: 1_000_000, leads: 5_000 })).toBe(1_000);
  });
});
