import { ActionIcon, Indicator, Popover, Stack, Text, Title } from '@mantine/core';
import { IconProgress } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import type { Job } from '#shared/model/job.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { JobCard } from '#web/ui/resource/JobCard.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { query } from '../api.ts';
import { jobsTrayOpened } from '../jobs.ts';
import { usePollInterval } from '../push/usePollInterval.ts';
import { staleAfterJob } from '../stale-after-job.ts';
import { useMay } from '../use-may.ts';

/** How often the list is fetched while a job runs and no hints come, ms. */
const pollMs = 1_500;
const isRunning = ({ status }: Job) => status === 'running';
const leadPage = (id: string) => (id.startsWith('led_') ? `/leads/${id}` : undefined);

/** The list of background jobs, on every page: their progress, a way to stop them, and their results. */
export function JobsTray() {
  const may = useMay();
  return may('jobs.view') ? <Tray mayCancel={may('jobs.cancel')} /> : null;
}

function Tray({ mayCancel }: { mayCancel: boolean }) {
  const [opened, setOpened] = useAtom(jobsTrayOpened);
  const client = useQueryClient();
  const interval = usePollInterval('jobs', pollMs);
  const list = useQuery(
    query.jobs.list.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? interval : false),
    }),
  );
  const cancel = useMutation({
    ...query.jobs.cancel.mutationOptions(),
    onSuccess: () => client.invalidateQueries({ queryKey: query.jobs.key() }),
    onError: (error) => toast.error(error),
  });
  const jobs = list.data?.jobs;
  const running = jobs?.filter(isRunning) ?? [];
  useEndedJobs(jobs);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={380} shadow="md" trapFocus>
      <Indicator disabled={running.length === 0} label={running.length} size={16} color="amber" offset={5}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={
              running.length > 0
                ? `Work in the background, ${running.length} running`
                : 'Work in the background'
            }
            onClick={() => setOpened((was) => !was)}
          >
            <IconProgress size={20} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label="Work in the background">
        <Title order={2} size="h4">
          In the background
        </Title>
        {list.error && !jobs ? (
          <ErrorState
            title="The work could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : !jobs ? (
          <LinesSkeleton lines={3} />
        ) : jobs.length === 0 ? (
          <Text size="sm" c="dimmed" mt={6}>
            Nothing yet. Changes to many leads are listed here while they run, with their results.
          </Text>
        ) : (
          <Stack component="ul" className="db-list" gap={0} mah="60dvh" style={{ overflowY: 'auto' }}>
            {jobs.map((job) => (
              <JobCard
                key={job.id}
                job={job}
                onCancel={mayCancel ? () => cancel.mutate({ id: job.id }) : undefined}
                linkOf={leadPage}
              />
            ))}
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Tells when a job that was seen running has ended, and fetches again what shows the things that it changed. */
function useEndedJobs(jobs: readonly Job[] | undefined) {
  const client = useQueryClient();
  const atWork = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isRunning(job)) atWork.current.add(job.id);
      else if (atWork.current.delete(job.id)) {
        for (const queryKey of staleAfterJob(job.kind)) void client.invalidateQueries({ queryKey });
        if (job.status === 'completed' && job.failed === 0) toast.success(`${job.title}: done`);
        else
          toast.warning(
            `${job.title}: ${job.changed.toLocaleString()} done`,
            job.error ??
              `${job.failed.toLocaleString()} could not be changed. The list of background work says why.`,
          );
      }
    }
  }, [jobs, client]);
}
