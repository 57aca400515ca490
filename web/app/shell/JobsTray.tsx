import { ActionIcon, Indicator, Popover, Stack, Text, Title } from '@mantine/core';
import { IconProgress } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Job } from '#shared/model/job.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { JobCard } from '#web/ui/resource/JobCard.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { api, query } from '../api.ts';
import { jobsTrayOpened } from '../jobs.ts';
import { usePollInterval } from '../push/usePollInterval.ts';
import { staleAfterJob } from '../stale-after-job.ts';
import { useMay } from '../use-may.ts';

/** How often the list is fetched while a job runs and no hints come, ms. */
const pollMs = 1_500;
/** The same while only blasts run: they wait for hours of the day, and for what carriers take a minute. */
const blastPollMs = 15_000;
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
  const blastInterval = usePollInterval('jobs', blastPollMs);
  const list = useQuery(
    query.jobs.list.queryOptions({
      input: {},
      refetchInterval({ state }) {
        const atWork = state.data?.jobs.filter(isRunning) ?? [];
        if (atWork.length === 0) return false;
        return atWork.every(({ kind }) => kind === 'sms.blast') ? blastInterval : interval;
      },
    }),
  );
  const cancel = useMutation({
    mutationFn: stopWork,
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
            Nothing yet. Changes to many leads, imports, exports, blasts and videos are listed here while they
            run, with their results.
          </Text>
        ) : (
          <Stack component="ul" className="db-list" gap={0} mah="60dvh" style={{ overflowY: 'auto' }}>
            {jobs.map((job) => (
              <JobCard
                key={job.id}
                job={job}
                isStopping={cancel.isPending && cancel.variables.id === job.id}
                onCancel={mayCancel ? () => cancel.mutate(job) : undefined}
                linkOf={leadPage}
              />
            ))}
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Work of a noun that has its own way to end it, by what its ids begin with; all other is a job. */
const stopping: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  imp: (id) => api.leads.cancelImport({ id }),
  cmp: (id) => api.sms.cancelBlast({ id }),
  bat: (id) => api.content.cancelPersonalised({ id }),
};
const stopWork = ({ id }: Job): Promise<unknown> => {
  const stop = stopping[id.slice(0, id.indexOf('_'))];
  return stop ? stop(id) : api.jobs.cancel({ id });
};

/** Tells when a job that was seen running has ended, where its own page does not, and fetches again what shows the things that it changed. */
function useEndedJobs(jobs: readonly Job[] | undefined) {
  const client = useQueryClient();
  const atWork = useRef(new Set<string>());
  const { pathname, search } = useLocation();
  const here = useRef('');
  here.current = pathname + search;
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isRunning(job)) atWork.current.add(job.id);
      else if (atWork.current.delete(job.id)) {
        for (const queryKey of staleAfterJob(job.kind)) void client.invalidateQueries({ queryKey });
        if (job.link !== here.current) tellEnd(job);
      }
    }
  }, [jobs, client]);
}

function tellEnd({ title, status, changed, failed, error }: Job) {
  if (status === 'cancelled') toast.info(`${title}: stopped`);
  else if (status === 'completed' && failed === 0) toast.success(`${title}: done`);
  else
    toast.warning(
      `${title}: ${changed.toLocaleString()} done`,
      error ?? `${failed.toLocaleString()} could not be done. The list of background work says why.`,
    );
}
