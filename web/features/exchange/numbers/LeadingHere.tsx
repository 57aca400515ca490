import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { phoneText } from '#web/ui/lead-text.ts';

/** Numbers that are named; more are counted. */
const named = 5;

/** Says in a question whether to remove a queue or an extension which numbers will lead nowhere then. */
export function LeadingHere({ targetId }: { targetId: string | undefined }) {
  const input = { leadsTo: targetId!, limit: named };
  const { data } = useQuery(query.dids.list.queryOptions({ input, enabled: targetId !== undefined }));
  if (!data || data.dids.length === 0) return null;
  const more = data.pagination.total - data.dids.length;
  return (
    <Text component="span" display="block" mt="sm" fw={550} className="db-figures">
      Calls to {data.dids.map(({ phoneNumber }) => phoneText(phoneNumber)).join(', ')}
      {more > 0 && ` and ${more} more`} will lead nowhere.
    </Text>
  );
}
