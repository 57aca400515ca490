import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { CriteriaForm } from '../builder/settings/CriteriaForm.tsx';
import type { JourneyDetail, JourneyJob } from '../shared/types.ts';

interface EnrolByCriteriaProps {
  journey: JourneyDetail;
  onStarted: (job: JourneyJob) => void;
}

/** All leads that fit criteria, in the background; those of the auto-enrolment to begin with. */
export function EnrolByCriteria({ journey, onStarted }: EnrolByCriteriaProps) {
  const [criteria, setCriteria] = useState(journey.triggerCriteria);
  const begin = useMutation({
    mutationFn: () => api.journeys.enrollByCriteria({ id: journey.id, criteria }),
    onSuccess: onStarted,
    onError: (error) => toast.error(error),
  });
  return (
    <Stack gap="md">
      <CriteriaForm value={criteria} onChange={setCriteria} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          The criteria of the journey stay as they are.
        </Text>
        <Button data-changes loading={begin.isPending} onClick={() => begin.mutate()}>
          Enrol those that fit
        </Button>
      </Group>
    </Stack>
  );
}
