import { useSearchParams } from 'react-router';
import { tenantRole as userRole } from '#shared/model/user.ts';

export interface UserFilters {
  search: string;
  role: (typeof userRole.options)[number] | undefined;
  page: number;
  /** The user whose panel is open: an id, 'new', or null. */
  user: string | null;
}

/** The list's state lives in the address: `?search=ann&role=agent&page=2&user=usr_…`. */
export function readFilters(params: URLSearchParams): UserFilters {
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    role: userRole.options.find((role) => role === params.get('role')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    user: params.get('user'),
  };
}

/** The address after a change; a new search or role starts at page 1, and what is default is left out. */
export function withFilters(params: URLSearchParams, change: Partial<UserFilters>): URLSearchParams {
  const next = { ...readFilters(params), ...change };
  if ('search' in change || 'role' in change) next.page = 1;
  const result = new URLSearchParams(params);
  const set = (name: string, value: string | undefined | null) =>
    value ? result.set(name, value) : result.delete(name);
  set('search', next.search.trim());
  set('role', next.role);
  set('page', next.page > 1 ? String(next.page) : undefined);
  set('user', next.user);
  return result;
}

export function useUserFilters(): [UserFilters, (change: Partial<UserFilters>) => void] {
  const [params, setParams] = useSearchParams();
  return [
    readFilters(params),
    (change) =>
      // Opening a panel is a step that Back undoes; typing in a filter is not.
      setParams((current) => withFilters(current, change), { replace: !('user' in change && change.user) }),
  ];
}
