import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { personName } from '#web/features/leads/shared/names.ts';
import { relativeTo } from '#web/ui/relative-time.ts';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useDraftState } from './store/context.ts';

/** Somebody else has changed the journey meanwhile: who, when, and whose changes are to count. */
export function ConflictBanner() {
  const { saving } = useDraftState();
  return saving.kind === 'conflict' ? <Conflict /> : null;
}

function Conflict() {
  const draft = useDraft();
  const people = useAgents();
  const [busy, setBusy] = useState(false);
  const { data: theirs } = useQuery({
    queryKey: ['journey-conflict', draft.id, draft.get().journey.version],
    queryFn: () => api.journeys.get({ id: draft.id }),
    staleTime: 0,
  });
  const who = theirs ? personName(people, theirs.updatedBy) : 'Somebody else';
  const decide = (work: () => Promise<void>) => async () => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert color="amber" role="alert" radius={0} icon={<IconAlertTriangle size={18} />}>
      <Group justify="space-between" gap="xs">
        <span>
          {who} changed this journey{' '}
          {theirs ? relativeTo(Date.parse(theirs.updatedAt), Date.now()) : 'meanwhile'}. Your last changes are
          not saved.
        </span>
        <Group gap="xs">
          <Button size="compact-sm" loading={busy} onClick={decide(() => draft.reload())}>
            Load theirs
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            onClick={decide(() => draft.overwrite())}
          >
            Save mine over it
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
