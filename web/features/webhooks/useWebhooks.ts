import { useQueryClient } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** Freshens every list of webhooks, deliveries and endpoints. */
export function useRefreshWebhooks() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: query.webhooks.key() });
}
