import { type LeadFilter, type LeadSort, leadFilter, leadSort } from '#shared/model/lead-filter.ts';
import { defaultColumns } from './column-names.ts';

/** What the list shows; all of it lives in the address, so that it can be shared and reloaded. */
export interface ListState {
  /** A saved view that the rest begins from. */
  view: string | null;
  filter: LeadFilter;
  sort: LeadSort;
  columns: string[];
  search: string;
  /** Leads that can still be had back. */
  deleted: boolean;
}

export interface ViewLike {
  id: string;
  filter: LeadFilter;
  sort: LeadSort;
  columns: string[];
}

export const newestFirst: LeadSort = { field: 'createdAt', direction: 'desc' };
const everything: LeadFilter = { all: [] };

const base = (view: ViewLike | undefined) => ({
  filter: view?.filter ?? everything,
  sort: view?.sort ?? newestFirst,
  columns: view && view.columns.length > 0 ? view.columns : [...defaultColumns],
});

function parsed<T>(
  text: string | null,
  parse: (value: unknown) => { success: boolean; data?: T },
): T | undefined {
  if (!text) return undefined;
  try {
    return parse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The state of an address; what the address does not say comes from the view. A broken filter is ignored. */
export function readState(params: URLSearchParams, views: readonly ViewLike[] | undefined): ListState {
  const viewId = params.get('view');
  const from = base(views?.find(({ id }) => id === viewId));
  const [field, direction] = (params.get('sort') ?? '').split(':');
  const sort = leadSort.safeParse({ field, direction });
  return {
    view: viewId,
    filter: parsed(params.get('filter'), (value) => leadFilter.safeParse(value)) ?? from.filter,
    sort: params.has('sort') && sort.success ? sort.data : from.sort,
    columns: params.get('columns')?.split(',').filter(Boolean) ?? from.columns,
    search: (params.get('q') ?? '').slice(0, 100),
    deleted: params.get('deleted') === 'yes',
  };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The address of a state; what is as the view has it is left out. */
export function writeState(state: ListState, views: readonly ViewLike[] | undefined): URLSearchParams {
  const from = base(views?.find(({ id }) => id === state.view));
  const params = new URLSearchParams();
  if (state.view) params.set('view', state.view);
  if (!same(state.filter, from.filter)) params.set('filter', JSON.stringify(state.filter));
  if (!same(state.sort, from.sort)) params.set('sort', `${state.sort.field}:${state.sort.direction}`);
  if (!same(state.columns, from.columns)) params.set('columns', state.columns.join(','));
  if (state.search.trim()) params.set('q', state.search);
  if (state.deleted) params.set('deleted', 'yes');
  return params;
}

/** Whether the list differs from the view that it began from. */
export function differsFrom(view: ViewLike, { filter, sort, columns }: ListState): boolean {
  return !same({ filter, sort, columns }, base(view));
}
