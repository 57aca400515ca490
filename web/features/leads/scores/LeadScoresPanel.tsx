import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LeadScoring } from '#shared/api/lead-scoring.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { JobCard } from '#web/ui/resource/JobCard.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { BestHours } from './BestHours.tsx';
import { Model } from './Model.tsx';
import { SwitchScores, TrainNow } from './ScoreActions.tsx';
import { modeWords, stateWords } from './score-words.ts';

/** While a job runs the page is asked for so often, ms. */
const followMs = 2_000;

/** The jobs that are worth a line: those that run, and the last that did not come to its end. */
const shownJobs = ({ trainingJob, scoringJob }: LeadScoring) =>
  [trainingJob, scoringJob].filter((job) => job !== null).filter(({ status }) => status !== 'completed');

const isRunning = (scoring: LeadScoring | undefined): boolean =>
  Boolean(scoring && shownJobs(scoring).some(({ status }) => status === 'running'));

/** Where scores come from, what was learned, how good it is, and when calls are answered. */
export default function LeadScoresPanel() {
  const { data, error, refetch } = useQuery(
    query.leads.scoring.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (isRunning(state.data) ? followMs : false),
    }),
  );
  if (error && !data)
    return <ErrorState title="The lead scores could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={6} />;
  const jobs = shownJobs(data);
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Text size="sm">{modeWords(data)}</Text>
        <Alert color="blue" variant="light" icon={<IconInfoCircle size={18} />} role="status">
          {stateWords(data)}
        </Alert>
        <Group gap="xs">
          <TrainNow scoring={data} />
          <SwitchScores scoring={data} />
        </Group>
        {jobs.length > 0 && (
          <ul className="db-list" aria-label="Work in the background">
            {jobs.map((job) => (
              <JobCard key={job.id} job={{ ...job, link: null }} />
            ))}
          </ul>
        )}
      </Stack>
      {data.newest?.evaluation && <Model newest={data.newest} evaluation={data.newest.evaluation} />}
      {data.hours && <BestHours hours={data.hours} />}
    </Stack>
  );
}
