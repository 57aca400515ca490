import { describe, expect, it } from 'vitest';
import { countryOfPhone, e164, toE164 } from './phone.ts';

describe('a phone number', () => {
  it.each([
    ['+10005550123', 'there is no area code 000'],
    ['+19115550123', 'there is no area code 911'],
    ['(293) 555-0123', 'there is no area code 293'],
    ['+12121550123', 'no number goes on with 155 there'],
    ['212-411-0123', 'no number goes on with 411 there'],
    ['+19005550123', '900 is for premium numbers, which are not called'],
  ])('%s is refused: %s', (written, reason) => {
    expect(toE164(written)).toBeUndefined();
    expect(() => e164(written)).toThrow(`${written} cannot be called: ${reason}.`);
  });

  it.each(['911', '933', '9-1-1', '+1 911', '1933'])(
    '%s is nobody’s: it calls the emergency services',
    (written) => {
      expect(toE164(written)).toBeUndefined();
      expect(() => e164(written)).toThrow(
        'calls the emergency services. Only a telephone itself may dial it.',
      );
    },
  );

  it.each([
    ['(212) 555-0123', '+12125550123'],
    ['1-800-555-0123', '+18005550123'],
    ['+44 20 7946 0018', '+442079460018'],
  ])('%s is %s', (written, number) => {
    expect(toE164(written)).toBe(number);
  });

  it('belongs to a country', () => {
    expect(countryOfPhone('+447911123456')).toBe('GB');
    expect(countryOfPhone('+4930123456')).toBe('DE');
  });
});
