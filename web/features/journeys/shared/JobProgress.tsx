import { Alert, Loader, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import type { JourneyJob } from './types.ts';
import { count, leadsText } from './words.ts';

/** How often is asked while no hints come, ms. */
const fastPollMs = 1_000;

const doneWords: Record<JourneyJob['kind'], string> = {
  enrol: 'enrolled',
  move: 'moved',
  resume: 'resumed',
  exit: 'taken out',
};

interface JobProgressProps {
  journeyId: string;
  job: JourneyJob;
  onDone?: (job: JourneyJob) => void;
}

/** How far a job in the background is. It goes on when this is closed. */
export function JobProgress({ journeyId, job: begun, onDone }: JobProgressProps) {
  const pollMs = usePollInterval('jobs', fastPollMs);
  const { data: job = begun, error } = useQuery({
    ...query.journeys.job.queryOptions({ input: { id: journeyId, jobId: begun.id } }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : pollMs),
  });
  const tell = useEffectEvent((ended: JourneyJob) => onDone?.(ended));
  const over = job.status !== 'running';
  useEffect(() => {
    if (over) tell(job);
  }, [over, job]);
  if (error) return <Alert color="red">{messageOf(error)}</Alert>;
  if (over && job.status !== 'completed')
    return (
      <Alert color="red" role="alert" title="It stopped before the end">
        {job.error ??
          (job.status === 'cancelled' ? 'It was stopped.' : 'Nothing is lost; please start it again.')}{' '}
        {leadsText(job.changed)} {doneWords[job.kind]} so far.
      </Alert>
    );
  return (
    <Alert
      role="status"
      color={over ? 'green' : 'blue'}
      icon={over ? <IconCheck size={18} /> : <Loader size={18} />}
      title={over ? `${leadsText(job.changed)} ${doneWords[job.kind]}` : 'At work in the background'}
    >
      <Text size="sm" className="db-figures">
        {over
          ? `${leadsText(job.seen)} looked at.`
          : `${count(job.seen)} looked at, ${count(job.changed)} ${doneWords[job.kind]} so far. You may close this.`}
      </Text>
    </Alert>
  );
}
