import contract from 'virtual:contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { createClient } from './client.ts';
import { session } from './session.ts';
import { createTransport, sleep } from './transport.ts';

const send = createTransport({
  fetch: (...args) => fetch(...args),
  credentials: session,
  sleep,
  timeoutSignal: (ms) => AbortSignal.timeout(ms),
});

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
