import { describe, expect, it } from 'vitest';
import { everyZone, stateCodes, whereabouts } from './whereabouts.ts';

describe('where a person may be', () => {
  it.each([
    ['a number in one zone', { phone: '+12125550123' }, ['America/New_York'], ['NY'], 'area code'],
    [
      'a number in two',
      { phone: '+18505550123' },
      ['America/Chicago', 'America/New_York'],
      ['FL'],
      'area code',
    ],
    [
      'an overlay of it',
      { phone: '+14485550123' },
      ['America/Chicago', 'America/New_York'],
      ['FL'],
      'area code',
    ],
    [
      'a new area code',
      { phone: '+17295550123' },
      ['America/Chicago', 'America/New_York'],
      ['TN'],
      'area code',
    ],
    [
      'a postcode, against the number',
      { phone: '+12125550123', postcode: '90210' },
      ['America/Los_Angeles'],
      ['CA', 'NY'],
      'postcode',
    ],
    [
      'a postcode that decides within a state',
      { postcode: '32501', state: 'FL' },
      ['America/Chicago'],
      ['FL'],
      'postcode',
    ],
    ['a ZIP+4', { postcode: '32801-1234' }, ['America/New_York'], ['FL'], 'postcode'],
    ['a state in two zones', { state: 'fl ' }, ['America/Chicago', 'America/New_York'], ['FL'], 'state'],
    [
      'a state and a number of another',
      { state: 'NY', phone: '+13055550123' },
      ['America/New_York'],
      ['NY', 'FL'],
      'state',
    ],
    [
      'a postcode of another state',
      { state: 'NY', postcode: '90210' },
      ['America/Los_Angeles', 'America/New_York'],
      ['NY', 'CA'],
      'postcode',
    ],
    ['Arizona without daylight saving', { postcode: '85001' }, ['America/Phoenix'], ['AZ'], 'postcode'],
    [
      'a zone set by hand',
      { state: 'NY', timeZones: ['Europe/London'] },
      ['Europe/London'],
      ['NY'],
      'set by hand',
    ],
  ])('%s', (_, clues, zones, states, source) => {
    expect(whereabouts(clues)).toEqual({ zones, states, source });
  });

  it.each([
    [{}],
    [{ phone: '+4930123456' }],
    [{ phone: '+19995550123' }],
    [{ state: 'Atlantis', postcode: '' }],
  ])('%j may be anywhere', (clues) => {
    expect(whereabouts(clues)).toMatchObject({ zones: [...everyZone], source: 'unknown' });
  });

  it('knows the fifty states and the district', () => {
    expect(stateCodes).toHaveLength(51);
  });
});
