import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** How often it is asked whether a group can take a call; ms. */
const pollMs = 30_000;

/** An opening as people say it: 'Mon 9:00 AM', by the reader's own clock. */
const openingText = (iso: string) =>
  new Date(iso).toLocaleString(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** Whether a group can take a call now, and if not, why. */
export function AvailabilityBadge({ groupId }: { groupId: string }) {
  const { data, isError } = useQuery(
    query.transferGroups.checkAvailability.queryOptions({ input: { id: groupId }, refetchInterval: pollMs }),
  );
  if (isError) return <>Not known</>;
  if (!data) return <Skeleton height={20} width={90} radius="xl" />;
  const { available, openNow, opensAt, numbersFree, reason } = data;
  if (available)
    return (
      <Badge variant="light" tt="none" color="green">
        {numbersFree} free
      </Badge>
    );
  const closed = opensAt ? `Opens ${openingText(opensAt)}` : 'Closed';
  return (
    <Badge variant="light" tt="none" color={openNow ? 'red' : 'gray'} title={reason}>
      {openNow ? 'None free' : closed}
    </Badge>
  );
}
