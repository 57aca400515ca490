import { describe, expect, it } from 'vitest';
import { defaultColumns } from './column-names.ts';
import { differsFrom, newestFirst, readState, writeState } from './list-state.ts';

const view = {
  id: 'lvw_1',
  filter: { all: [{ field: 'status' as const, op: 'in' as const, value: ['new'] }] },
  sort: { field: 'score' as const, direction: 'desc' as const },
  columns: ['email', 'custom.plan'],
};
const read = (address: string, views = [view]) => readState(new URLSearchParams(address), views);

describe('the address of the list', () => {
  it('that says nothing shows everything, newest first', () => {
    expect(read('')).toEqual({
      view: null,
      filter: { all: [] },
      sort: newestFirst,
      columns: defaultColumns,
      search: '',
      deleted: false,
    });
  });

  it('begins from a view and says only what differs', () => {
    const state = read('view=lvw_1');
    expect(state).toMatchObject({ filter: view.filter, sort: view.sort, columns: view.columns });
    expect(writeState(state, [view]).toString()).toBe('view=lvw_1');
    expect(differsFrom(view, state)).toBe(false);
    const changed = { ...state, sort: newestFirst };
    expect(differsFrom(view, changed)).toBe(true);
    const address = writeState(changed, [view]).toString();
    expect(address).toBe('view=lvw_1&sort=createdAt%3Adesc');
    expect(read(address)).toEqual(changed);
  });

  it('can take all of a view’s filter away', () => {
    const none = { ...read('view=lvw_1'), filter: { all: [] } };
    expect(read(writeState(none, [view]).toString()).filter).toEqual({ all: [] });
  });

  it.each(['filter=%7Bbroken', 'filter=%7B%22field%22%3A%22nonsense%22%7D', 'sort=nonsense:up', 'sort='])(
    'ignores what it cannot read: %s',
    (address) => {
      expect(read(address)).toMatchObject({ filter: { all: [] }, sort: newestFirst });
    },
  );
});
