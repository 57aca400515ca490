import { describe, expect, it } from 'vitest';
import { askedFor, readFilters, withFilters } from './useAuditFilters.ts';

describe('the filters of the audit log', () => {
  it('are read from the address, and what is no filter is left out', () => {
    const read = (text: string) => readFilters(new URLSearchParams(text));
    expect(read('action=user.signedIn&user=usr_1&from=2026-06-01')).toEqual({
      action: 'user.signedIn',
      user: 'usr_1',
      from: '2026-06-01',
      to: undefined,
    });
    expect(read('action=drop.table&from=yesterday')).toEqual({
      action: undefined,
      user: undefined,
      from: undefined,
      to: undefined,
    });
  });

  it('leave the address when they are taken away', () => {
    const params = new URLSearchParams('action=user.signedIn&from=2026-06-01');
    expect(withFilters(params, { action: undefined }).toString()).toBe('from=2026-06-01');
  });

  it('include the whole of the last day', () => {
    const filters = { action: undefined, user: undefined, from: '2026-06-01', to: '2026-06-01' };
    const { from, to } = askedFor(filters);
    expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000);
  });
});
