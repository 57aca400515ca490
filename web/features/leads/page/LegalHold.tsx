import { Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LegalHold as Hold, retentionLimits } from '#shared/model/retention.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { useBusy } from '#web/ui/useBusy.ts';
import { dateText } from '../shared/format.ts';

/** Whether a lead may be erased: on legal hold neither a term nor anybody does. Admins change it. */
export function LegalHold({ leadId }: { leadId: string }) {
  const options = query.privacy.hold.queryOptions({ input: { id: leadId } });
  const { data, error, refetch } = useQuery(options);
  const [busy, run] = useBusy();
  if (error && !data)
    return <ErrorState title="It could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton lines={1} />;
  const save = (change: Partial<Pick<Hold, 'onHold' | 'reason'>>) =>
    run(async () => {
      const { onHold, reason } = { ...data, ...change };
      queryClient.setQueryData(options.queryKey, await api.privacy.setHold({ id: leadId, onHold, reason }));
    });
  return (
    <Stack gap="xs">
      <Switch
        data-changes
        label="On legal hold"
        description="Nobody can delete or erase it, and no term does, until the hold is lifted."
        checked={data.onHold}
        disabled={busy}
        onChange={({ currentTarget }) => save({ onHold: currentTarget.checked, reason: '' })}
      />
      {data.onHold && (
        <>
          <TextInput
            data-changes
            label="Why"
            placeholder="The claim, or who asked"
            maxLength={retentionLimits.holdReason}
            defaultValue={data.reason}
            onBlur={({ currentTarget }) => {
              if (currentTarget.value.trim() !== data.reason) save({ reason: currentTarget.value.trim() });
            }}
          />
          <Text size="xs" c="dimmed">
            Since {dateText(data.at!)}, by {data.by}
          </Text>
        </>
      )}
    </Stack>
  );
}
