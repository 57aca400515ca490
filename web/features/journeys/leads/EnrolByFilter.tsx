import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { api } from '#web/app/api.ts';
import { FilterGroup } from '#web/features/leads/filter/FilterGroup.tsx';
import { filterFieldsOf } from '#web/features/leads/filter/fields.ts';
import { asGroup, finished, isEverything } from '#web/features/leads/filter/tree.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { toast } from '#web/ui/toast.ts';
import type { JourneyJob } from '../shared/types.ts';

interface EnrolByFilterProps {
  journeyId: string;
  onStarted: (job: JourneyJob) => void;
}

/** All leads of a filter, in the background. */
export function EnrolByFilter({ journeyId, onStarted }: EnrolByFilterProps) {
  const fields = filterFieldsOf(useLeadSettings());
  const [filter, setFilter] = useState<LeadFilter>({ all: [] });
  const begin = useMutation({
    mutationFn: () => api.journeys.bulkEnroll({ id: journeyId, filter: finished(filter) }),
    onSuccess: onStarted,
    onError: (error) => toast.error(error),
  });
  const everybody = isEverything(finished(filter));
  return (
    <>
      <FilterGroup group={asGroup(filter)} fields={fields} depth={1} onChange={setFilter} />
      {everybody && (
        <Alert color="amber" variant="light" my="sm" py={8}>
          Without a condition every lead is enrolled.
        </Alert>
      )}
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed">
          Those who are on it already, or may not come again, are left out.
        </Text>
        <Button data-changes loading={begin.isPending} onClick={() => begin.mutate()}>
          {everybody ? 'Enrol every lead' : 'Enrol those that match'}
        </Button>
      </Group>
    </>
  );
}
