import { useQuery } from '@tanstack/react-query';
import { localTime } from '#shared/model/zone-time.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';

/** The tenant's time zone and the date of its calendar; undefined until they are known. */
export function useTenantDay(): { timeZone: string; today: string } | undefined {
  const { tenantId } = useSignedIn();
  const { data } = useQuery(
    query.tenants.get.queryOptions({ input: { id: tenantId }, staleTime: 5 * 60_000 }),
  );
  return data && { timeZone: data.timeZone, today: localTime(data.timeZone, Date.now()).date };
}
