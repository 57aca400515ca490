import { Box, Button, NumberInput, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TracerAccess } from '#shared/api/tracers.ts';
import { tracerLimits } from '#shared/model/tracer.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';

/** Whether a workspace may look people up, and how often a month. */
export function TracingAccess({ tenantId }: { tenantId: number }) {
  const access = useQuery(query.tracers.getAccess.queryOptions({ input: { tenantId } }));
  return (
    <Box component="section" className="db-line-above" py={18} aria-labelledby="tenant-tracing">
      <Title order={3} fz="md" id="tenant-tracing" mb="xs">
        Skip tracing
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Searches of public records, by the workspace’s own account at the provider, which bills each.
      </Text>
      {access.error && !access.data ? (
        <ErrorState
          title="The access could not be loaded"
          error={access.error}
          onRetry={() => void access.refetch()}
        />
      ) : access.data ? (
        <AccessForm access={access.data} />
      ) : (
        <Skeleton h={90} />
      )}
    </Box>
  );
}

function AccessForm({ access }: { access: TracerAccess }) {
  const refresh = useRefresh(query.tracers, query.platform);
  const [enabled, setEnabled] = useState(access.enabled);
  const [limit, setLimit] = useState<number | string>(access.monthlyLimit);
  const save = useMutation({
    ...query.tracers.setAccess.mutationOptions(),
    onSuccess: async () => {
      await refresh();
      toast.success('Access saved', 'It holds from now on.');
    },
    onError: (error) => toast.error(error),
  });
  const isWhole = typeof limit === 'number' && Number.isInteger(limit);
  const isChanged = enabled !== access.enabled || limit !== access.monthlyLimit;
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) save.mutate({ tenantId: access.tenantId, enabled, monthlyLimit: limit });
      }}
    >
      <Stack gap="sm" align="flex-start">
        <Switch
          label="May look people up"
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <NumberInput
          label="Searches a month"
          min={0}
          max={tracerLimits.monthly}
          allowDecimal={false}
          thousandSeparator=","
          hideControls
          value={limit}
          onChange={setLimit}
        />
        <Button type="submit" variant="default" disabled={!isChanged || !isWhole} loading={save.isPending}>
          Save the access
        </Button>
      </Stack>
    </form>
  );
}
