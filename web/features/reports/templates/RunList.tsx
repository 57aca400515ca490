import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReportRun, ReportSchedule, ReportTemplate } from '#shared/model/report-template.ts';
import { api, query } from '#web/app/api.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { deliveryWords, runStates } from './words.ts';

interface RunListProps {
  template: ReportTemplate;
  schedule: ReportSchedule;
}

/** The last runs of a schedule, of which those that did not go out can be made again. */
export function RunList({ template, schedule }: RunListProps) {
  const refresh = useRefresh(query.reportTemplates);
  const again = useMutation({
    mutationFn: (run: ReportRun) => api.reportTemplates.execute({ id: template.id, run: run.id }),
    onSuccess: refresh,
    onError: (error) => toast.error(error),
  });
  if (schedule.runs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None yet.
      </Text>
    );
  return (
    <Stack component="ul" className="db-list" gap={14}>
      {schedule.runs.map((run) => (
        <li key={run.id}>
          <Group gap={8} justify="space-between" align="flex-start" wrap="nowrap">
            <div>
              <Group gap={8}>
                <Badge variant="light" tt="none" color={runStates[run.status].color}>
                  {runStates[run.status].label}
                </Badge>
                <Text size="sm" component="span">
                  <RelativeTime at={run.dueAt} />
                  {run.byHand && ', by hand'}
                </Text>
              </Group>
              <Text size="xs" c="dimmed" mt={2} className="db-wrap">
                {run.from === run.to ? run.from : `${run.from} to ${run.to}`}
                {run.reason && `. ${run.reason}`}
              </Text>
              <Recipients run={run} />
            </div>
            {(run.status === 'failed' || run.status === 'missed') && (
              <Button
                data-changes
                size="compact-sm"
                variant="default"
                loading={again.isPending && again.variables.id === run.id}
                onClick={() => again.mutate(run)}
              >
                Make it now
              </Button>
            )}
          </Group>
        </li>
      ))}
    </Stack>
  );
}

/** Who got it: in a line where all did. */
function Recipients({ run: { status, recipients } }: { run: ReportRun }) {
  if (status === 'sent' || status === 'missed')
    return (
      <Text size="xs" c="dimmed" className="db-wrap">
        {status === 'sent' ? 'Sent to' : 'For'} {recipients.map(({ address }) => address).join(', ')}
      </Text>
    );
  return recipients.map(({ address, state, reason }) => (
    <Text key={address} size="xs" c="dimmed" className="db-wrap">
      {address}: {deliveryWords[state]}
      {reason && ` (${reason})`}
    </Text>
  ));
}
