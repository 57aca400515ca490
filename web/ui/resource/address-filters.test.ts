import { describe, expect, it } from 'vitest';
import { field, given, isFiltered, readFilters, wholeDays, withFilters } from './address-filters.ts';

const fields = {
  search: field.text(10),
  role: field.oneOf(['admin', 'agent']),
  owner: field.id,
  from: field.day,
  page: field.page,
  user: field.panel,
};
const of = (text: string) => readFilters(fields, new URLSearchParams(text));
const addressAfter = (text: string, change: Parameters<typeof withFilters<typeof fields>>[2]) =>
  withFilters(fields, new URLSearchParams(text), change).toString();

describe('the filters of a list', () => {
  it('are read from the address', () => {
    expect(of('search=ann&role=agent&owner=usr_2&from=2026-06-01&page=3&user=usr_1&tab=x')).toEqual({
      search: 'ann',
      role: 'agent',
      owner: 'usr_2',
      from: '2026-06-01',
      page: 3,
      user: 'usr_1',
    });
  });

  it('are left out where the address holds nonsense, and cut where it holds too much', () => {
    expect(of('search=a very long text&role=boss&from=tomorrow')).toEqual({
      search: 'a very lon',
      role: undefined,
      owner: undefined,
      from: undefined,
      page: 1,
      user: null,
    });
  });

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'page=', ''])('take %j for page 1', (text) => {
    expect(of(text).page).toBe(1);
  });

  it('start at page 1 when one changes, and keep what others put into the address', () => {
    expect(addressAfter('page=3&tab=x', { search: ' ann ' })).toBe('tab=x&search=ann');
  });

  it('keep the page when a panel opens, and leave page 1 out', () => {
    expect(addressAfter('page=3', { user: 'new' })).toBe('page=3&user=new');
    expect(addressAfter('page=3', { page: 2 })).toBe('page=2');
    expect(addressAfter('page=3', { page: 1 })).toBe('');
  });

  it('leave nothing behind when they are taken away', () => {
    expect(addressAfter('search=a&role=admin&user=usr_1', { search: '', role: undefined, user: null })).toBe(
      '',
    );
  });

  it('do not count the page and the panel', () => {
    expect(isFiltered(fields, of('page=3&user=usr_1'))).toBe(false);
    expect(isFiltered(fields, of('owner=usr_1'))).toBe(true);
  });

  it('are given to a call without those that are empty', () => {
    expect(given({ search: '', role: 'agent', owner: undefined })).toEqual({ role: 'agent' });
  });
});

describe('a range of days', () => {
  it('begins and ends by the viewer’s clock, and includes the whole of the last day', () => {
    const { from, to } = wholeDays({ from: '2026-06-10', to: '2026-06-10' });
    expect(new Date(from!).getHours()).toBe(0);
    expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000);
    expect(wholeDays({})).toEqual({});
  });
});
