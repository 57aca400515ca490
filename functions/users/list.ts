import { pagination } from '#functions/kernel/paging.ts';
import type { Role } from '#shared/api/contract.ts';
import type { User } from '#shared/model/user.ts';
import { countUsers, everyUser, page as pageOfUsers, usersStartingWith } from './store.ts';
import { view } from './view.ts';

interface Wanted {
  page: number;
  limit: number;
  /** The beginning of a username, a name or an e-mail address. */
  search?: string;
  role?: Role;
}

/** A page of the tenant's users by username, and how many there are in all. */
export async function listUsers({ page, limit, search, role }: Wanted) {
  if (!search && !role) {
    const [total, users] = await Promise.all([countUsers(), pageOfUsers(page, limit)]);
    return answer(users.map(view), page, limit, total);
  }
  const found = search ? await usersStartingWith(search) : await everyUser();
  const matching = role ? found.filter((user) => user.role === role) : found;
  const users = matching.slice((page - 1) * limit, page * limit);
  return answer(users.map(view), page, limit, matching.length);
}

const answer = (users: User[], page: number, limit: number, total: number) => ({
  users,
  pagination: pagination(page, limit, total),
});
