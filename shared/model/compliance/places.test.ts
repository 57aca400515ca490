import { describe, expect, it } from 'vitest';
import { normalizeState, placeName, places } from './places.ts';
import { whereabouts } from './whereabouts.ts';

describe('a state as people write it', () => {
  it.each([
    ['California', 'CA'],
    ['Calif.', 'CA'],
    [' california ', 'CA'],
    ['US-CA', 'CA'],
    ['D.C.', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['Washington', 'WA'],
    ['N. Y.', 'NY'],
    ['W.Va.', 'WV'],
    ['Penn.', 'PA'],
    ['Puerto Rico', 'PR'],
    ['Québec', 'QC'],
    ['B.C.', 'BC'],
  ])('%s is %s', (written, code) => {
    expect(normalizeState(written)).toBe(code);
  });

  it.each([['Atlantis'], ['XX'], [''], ['Californication']])('“%s” is none', (written) => {
    expect(normalizeState(written)).toBeUndefined();
  });

  it('is known by its letters and its name, and no two share a spelling', () => {
    for (const { code, name } of places)
      expect([normalizeState(code), normalizeState(name)]).toEqual([code, code]);
    const spellings = places.flatMap(({ code, name, also }) => [
      code.toLowerCase(),
      name.toLowerCase(),
      ...also,
    ]);
    expect(new Set(spellings).size).toBe(spellings.length);
    expect(placeName('US')).toBe('Federal');
  });
});

describe('where a person may be, outside the 50 states', () => {
  it.each([
    ['a full name', { state: 'California', phone: '+12125550123' }, ['CA', 'NY'], ['America/Los_Angeles']],
    ['Puerto Rico by its numbers', { phone: '+19395550123' }, ['PR'], ['America/Puerto_Rico']],
    ['Guam', { state: 'GU' }, ['GU'], ['Pacific/Guam']],
    ['Ontario', { phone: '+14165550123' }, ['ON'], ['America/New_York']],
    ['Saskatchewan, which keeps no summer time', { phone: '+14745550123' }, ['SK'], ['America/Regina']],
    [
      'a Canadian postcode',
      { postcode: 'V6B 1A1', country: 'CA' },
      ['BC'],
      ['America/Edmonton', 'America/Vancouver'],
    ],
  ])('%s', (_, clues, states, zones) => {
    expect(whereabouts(clues)).toMatchObject({ states, zones });
    expect(whereabouts(clues)).not.toHaveProperty('abroad');
  });

  it.each([
    ['a number of Jamaica', { phone: '+18765550123' }, ['JM']],
    ['a number abroad', { phone: '+4930123456', phoneCountry: 'DE' }, ['DE']],
    ['an address abroad, whose postcode is no ZIP', { country: 'DE', postcode: '10115' }, ['DE']],
  ])('%s is in no state', (_, clues, abroad) => {
    expect(whereabouts(clues)).toMatchObject({ states: [], abroad });
  });

  it('is somewhere in Canada when that is all that is known', () => {
    expect(whereabouts({ country: 'CA' })).toMatchObject({ states: ['Canada'] });
  });
});
