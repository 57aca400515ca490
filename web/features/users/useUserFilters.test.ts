import { describe, expect, it } from 'vitest';
import { readFilters, withFilters } from './useUserFilters.ts';

const of = (query: string) => new URLSearchParams(query);

describe('the filters of the user list', () => {
  it('are read from the address', () => {
    expect(readFilters(of('search=ann&role=agent&page=3&user=usr_1'))).toEqual({
      search: 'ann',
      role: 'agent',
      page: 3,
      user: 'usr_1',
    });
  });

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', ''])('take %j for page 1', (query) => {
    expect(readFilters(of(query)).page).toBe(1);
  });

  it('ignore a role that is none', () => {
    expect(readFilters(of('role=boss')).role).toBeUndefined();
  });

  it('start at page 1 when the search changes, and keep what others put there', () => {
    expect(withFilters(of('page=3&tab=x'), { search: ' ann ' }).toString()).toBe('tab=x&search=ann');
  });

  it('keep the page when a panel opens', () => {
    expect(withFilters(of('page=3'), { user: 'new' }).toString()).toBe('page=3&user=new');
  });

  it('leave nothing behind when all are removed', () => {
    expect(withFilters(of('search=a&role=admin'), { search: '', role: undefined }).toString()).toBe('');
  });
});
