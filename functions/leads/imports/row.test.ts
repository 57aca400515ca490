import { describe, expect, it } from 'vitest';
import { e164 } from '#functions/kernel/phone.ts';
import { defaultLeadSettings } from '#shared/model/lead.ts';
import { importOptions } from '#shared/model/lead-import.ts';
import { readRow } from './row.ts';

/** Cut at 40 it would end in half an emoji. */
const confetti = `x${'🎉'.repeat(30)}`;

describe('what a sentence quotes of a value', () => {
  it.each(['dealAmount', 'status', 'mobile'] as const)('is whole characters: %s', (field) => {
    const row = readRow(['Ann', confetti], {
      headers: ['Name', 'Value'],
      mapping: [
        { column: 0, field: 'firstName' },
        { column: 1, field },
      ],
      options: importOptions.parse({}),
      settings: defaultLeadSettings,
    });
    const { reason } = row as { reason: string };
    expect(reason).toContain(`x${'🎉'.repeat(field === 'mobile' ? 1 : 19)}`);
    expect(reason.isWellFormed()).toBe(true);
  });

  it('is whole characters of a phone too', () => {
    expect(() => e164(confetti)).toThrow(`x${'🎉'.repeat(19)} is not a phone number.`);
  });
});

describe('the state of a row', () => {
  const readState = (state: string, country = '') =>
    readRow(['Ann', state, country], {
      headers: ['Name', 'State', 'Country'],
      mapping: [
        { column: 0, field: 'firstName' },
        { column: 1, field: 'state' },
        { column: 2, field: 'country' },
      ],
      options: importOptions.parse({}),
      settings: defaultLeadSettings,
    });

  it.each([
    ['California', '', 'CA', 'US'],
    ['Calif.', 'USA', 'CA', 'US'],
    ['British Columbia', '', 'BC', 'CA'],
    ['Bayern', 'DE', 'Bayern', 'DE'],
  ])('%s %s is kept as %s, %s', (written, country, state, nation) => {
    expect(readState(written, country)).toMatchObject({ lead: { address: { state, country: nation } } });
  });

  it('is refused when it is none', () => {
    expect(readState('Atlantis')).toEqual({ reason: expect.stringMatching(/^Atlantis: This is no state/) });
  });
});
