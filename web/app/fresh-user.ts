import { query } from './api.ts';

/** The user who is signed in, as the server knows them now: what an admin changed since the sign-in counts. */
export const freshUser = query.users.me.queryOptions({ input: {}, staleTime: 5 * 60_000 });
