import { describe, expect, it } from 'vitest';
import { askedFor, isFiltered, readFilters, withFilters } from './useCallFilters.ts';

const of = (query: string) => readFilters(new URLSearchParams(query));

describe('the filters of the call log', () => {
  it('are read from the address, and what is nonsense is left out', () => {
    expect(of('status=busy&direction=sideways&from=2026-06-10&to=tomorrow&call=cal_1')).toMatchObject({
      status: 'busy',
      direction: undefined,
      from: '2026-06-10',
      to: undefined,
      call: 'cal_1',
    });
    expect(isFiltered(of('call=cal_1'))).toBe(false);
    expect(isFiltered(of('agent=usr_1'))).toBe(true);
  });

  it('are written to it, and empty ones taken away', () => {
    const params = withFilters(new URLSearchParams('status=busy'), { status: undefined, agentId: 'usr_1' });
    expect(params.toString()).toBe('agent=usr_1');
  });

  it('ask for whole days of the viewer', () => {
    const { from, to } = askedFor(of('from=2026-06-10&to=2026-06-10'));
    expect(new Date(from!).getHours()).toBe(0);
    expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000);
  });
});
