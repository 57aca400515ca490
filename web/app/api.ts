import contract from 'virtual:contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import type { Tenant } from '#shared/model/tenant.ts';
import { createClient } from './client.ts';
import { session } from './session.ts';
import { isNews, knownStanding } from './standing/standing.ts';
import { createTransport, type Send, sleep } from './transport.ts';

const transport = createTransport({
  fetch: (...args) => fetch(...args),
  credentials: session,
  sleep,
  timeoutSignal: (ms) => AbortSignal.timeout(ms),
});

/** How the workspace stands is asked again as soon as a call is refused for it, and not a minute later. */
const send: Send = async (request, ...rest) => {
  try {
    return await transport(request, ...rest);
  } catch (error) {
    const queryKey = query.tenants.get.key();
    const [asked] = queryClient.getQueryCache().findAll({ queryKey });
    const known = knownStanding(asked?.state.data as Tenant | undefined, asked?.state.error);
    const isAskedNow = asked?.state.fetchStatus === 'fetching';
    if (!isAskedNow && isNews(error, known)) void queryClient.invalidateQueries({ queryKey });
    throw error;
  }
};

/** Every call of the contract: `await api.users.create({ username, … })`. @throws ApiError */
export const api = createClient(contract, {
  send,
  origin: location.origin,
  tenantId: () => session.get()?.tenantId ?? null,
});

/**
 * The same calls for TanStack Query: `useQuery(query.users.list.queryOptions({ input: { page: 1 } }))`,
 * `useMutation(query.users.create.mutationOptions())`,
 * `queryClient.invalidateQueries({ queryKey: query.users.key() })`.
 */
export const query = createTanstackQueryUtils(api);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The transport retries already, by the specification's rules.
      retry: false,
      staleTime: 15_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
