import { Anchor, Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { EnrolmentStatusPill } from '../shared/StatusPill.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';

/** On the page of a lead: the journeys it is or was on, each with its history. */
export function LeadEnrolments({ leadId }: { leadId: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(query.leads.journeys.queryOptions({ input: { id: leadId } }));
  if (error && !data)
    return <ErrorState title="The journeys could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <LinesSkeleton lines={4} />;
  if (data.enrolments.length === 0)
    return (
      <EmptyState icon={IconRoute} title="On no journey">
        The{' '}
        <Anchor component={Link} to="/journeys">
          journeys
        </Anchor>{' '}
        that this lead is put into will stand here.
      </EmptyState>
    );
  return (
    <>
      <Box component="ul" className="db-rows db-list" m="0 0 16px" aria-label="Journeys of this lead">
        {data.enrolments.map(({ id, journeyName, status, stepName, dueAt, enteredAt, endedAt, note }) => (
          <li key={id}>
            <UnstyledButton
              className="db-frame db-hover"
              w="100%"
              p="10px 12px"
              onClick={() => setOpened(id)}
            >
              <Stack component="span" gap={4}>
                <Group component="span" gap={10} wrap="nowrap" justify="space-between">
                  <Text component="span" size="sm" fw={600} truncate dir="auto">
                    {journeyName}
                  </Text>
                  <EnrolmentStatusPill status={status} />
                </Group>
                <Text component="span" size="xs" c="dimmed">
                  {endedAt ? (
                    <>
                      Ended <RelativeTime at={endedAt} />
                      {note && `: ${note}`}
                    </>
                  ) : (
                    <>
                      {stepName ? `Next: ${stepName} · ` : 'Came in '}
                      <RelativeTime at={stepName && dueAt ? dueAt : enteredAt} />
                    </>
                  )}
                </Text>
              </Stack>
            </UnstyledButton>
          </li>
        ))}
      </Box>
      <HistoryPanel enrolmentId={opened} onClose={() => setOpened(null)} />
    </>
  );
}
