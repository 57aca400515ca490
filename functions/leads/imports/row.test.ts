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
