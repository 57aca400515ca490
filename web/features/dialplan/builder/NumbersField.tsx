import { Anchor, Input, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Did } from '#shared/model/did.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { leadsTo } from '#web/features/exchange/numbers/route.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { usePlan, usePlanState } from '../draft.ts';

/** Numbers that are listed here; the page of numbers has the others. */
const listed = 200;

/** The numbers that ring the plan, and one more that is to ring it. */
export function NumbersField() {
  const planId = usePlan().id;
  const { isActive } = usePlanState().document;
  const mayRoute = useMay()('dids.edit');
  const refresh = useRefresh(query.dids);
  const { data, error, refetch } = useQuery(query.dids.list.queryOptions({ input: { limit: listed } }));
  const all = data?.dids ?? [];
  const isOwn = ({ route }: Did) => route?.kind === 'plan' && route.planId === planId;
  const own = all.filter(isOwn);
  const others = all.filter((did) => !isOwn(did) && did.status === 'active');
  const lead = useMutation({
    mutationFn: (id: string) => api.dids.update({ id, route: { kind: 'plan', planId } }),
    onSuccess: async ({ phoneNumber }) => {
      await refresh();
      toast.success(`Calls to ${phoneText(phoneNumber)} ring this plan`);
    },
    onError: (error) => toast.error(error),
  });
  return (
    <Input.Wrapper
      label="Numbers"
      labelElement="div"
      description={
        isActive
          ? 'Calls to these ring the plan.'
          : 'Calls to these ring the plan once it is deployed; until then they lead where they led before.'
      }
    >
      {own.length > 0 ? (
        <Stack component="ul" className="db-list db-figures" gap={4} my={8}>
          {own.map(({ id, phoneNumber, label }) => (
            <li key={id}>
              <Text size="sm">
                {phoneText(phoneNumber)} {label && <bdi>({label})</bdi>}
              </Text>
            </li>
          ))}
        </Stack>
      ) : error && !data ? (
        <ErrorState title="The numbers could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Text size="sm" my={6}>
          {data ? 'None yet' : 'Loading…'}
        </Text>
      )}
      {mayRoute && others.length > 0 && (
        <Select
          data-changes
          aria-label="Let a number ring this plan"
          placeholder="Let a number ring this plan"
          searchable
          nothingFoundMessage="No number is like this."
          value={null}
          disabled={lead.isPending}
          data={others.map((did) => ({
            value: did.id,
            label: `${phoneText(did.phoneNumber)}, now ${leadsTo(did).text}`,
          }))}
          onChange={(id) => id && lead.mutate(id)}
        />
      )}
      <Anchor component={Link} to="/exchange/numbers" size="xs" display="block" mt={6}>
        All numbers
      </Anchor>
    </Input.Wrapper>
  );
}
