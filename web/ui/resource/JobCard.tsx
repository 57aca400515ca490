import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Job, JobStatus } from '#shared/model/job.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import { doneWord, durationLeft, progressLabel } from './job-words.ts';

const ended: Record<Exclude<JobStatus, 'running'>, string> = {
  completed: 'Done',
  failed: 'Refused',
  cancelled: 'Stopped',
  dead: 'Given up',
};

interface JobCardProps {
  job: Job;
  /** Left out where one may not. */
  onCancel?: (() => void) | undefined;
  /** It is being stopped: a second press would be refused. */
  isStopping?: boolean | undefined;
  /** The page of an item that was refused. */
  linkOf?: ((itemId: string) => string | undefined) | undefined;
}

const count = (number: number) => number.toLocaleString();

/** How far a job is, in a line. */
function progressOf({ kind, status, total, seen, changed, failed, secondsLeft }: Job): string {
  if (status !== 'running')
    return `${ended[status]}: ${count(changed)} ${doneWord(kind)}${failed > 0 ? `, ${count(failed)} not` : ''}`;
  if (total === null) return `${count(seen)} found so far`;
  const left = secondsLeft === null ? '' : ` · ${durationLeft(secondsLeft)}`;
  return `${count(seen)} of ${count(total)}${left}`;
}

/** Work in the background: how far it is and how long it will take, and what was refused and why. */
export function JobCard({ job, onCancel, isStopping, linkOf }: JobCardProps) {
  const { title, status, total, seen, failed, problems, error } = job;
  const isRunning = status === 'running';
  const card = useRef<HTMLDivElement>(null);
  const wasStoppedHere = useRef(false);
  // The button that was pressed is gone then.
  useEffect(() => {
    if (isRunning || !wasStoppedHere.current) return;
    wasStoppedHere.current = false;
    if (document.activeElement === document.body) card.current?.focus();
  }, [isRunning]);
  const share = total ? Math.min(100, Math.round((seen / total) * 100)) : 0;
  const stop = () => {
    wasStoppedHere.current = true;
    onCancel?.();
  };
  return (
    <Stack component="li" ref={card} tabIndex={-1} gap={6} py={12} aria-label={title}>
      <Group gap={8} justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} className="db-wrap">
          {job.link ? (
            <Anchor component={Link} to={job.link} inherit>
              {title}
            </Anchor>
          ) : (
            title
          )}
        </Text>
        {isRunning && job.isCancellable && onCancel && (
          <Button data-changes size="compact-xs" variant="default" loading={isStopping} onClick={stop}>
            Stop
          </Button>
        )}
      </Group>
      {isRunning && (
        <Progress
          value={total === null ? 100 : share}
          animated={total === null}
          aria-label={progressLabel(title, total === null ? null : share)}
        />
      )}
      <Text size="xs" c={isRunning ? 'dimmed' : undefined} className="db-figures" role="status">
        {progressOf(job)}
      </Text>
      {error && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
      {problems.length > 0 && (
        <details>
          <Text component="summary" size="xs">
            What was refused, and why
          </Text>
          <Stack component="ul" className="db-list" gap={4} mt={6} mah={220} style={{ overflow: 'auto' }}>
            {problems.map(({ id, reason }) => {
              const page = linkOf?.(id);
              return (
                <Text component="li" key={id} size="xs" className="db-wrap">
                  {page ? <Anchor href={page}>{reason}</Anchor> : reason}
                </Text>
              );
            })}
            {failed > problems.length && (
              <Text component="li" size="xs" c="dimmed">
                and {count(failed - problems.length)} more
              </Text>
            )}
          </Stack>
        </details>
      )}
      <Text size="xs" c="dimmed">
        {job.startedByName && `${job.startedByName}, `}
        <RelativeTime at={job.endedAt ?? job.startedAt} />
      </Text>
    </Stack>
  );
}
