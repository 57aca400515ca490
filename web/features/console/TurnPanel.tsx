import { Box, Button, Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { AbandonmentGauge } from '#web/features/calling-lists/AbandonmentGauge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import type { Turns } from './useTurns.ts';

const kinds = { callback: 'A promised call', first: 'The first call', again: 'Another attempt' } as const;

const clock = (iso: string) =>
  new Date(iso).toLocaleString(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** How a calling list stands, why the agent has this lead, and which leads were passed over. */
export function TurnPanel({ turns }: { turns: Turns }) {
  const { turn, progress, passedOver, lookAgainAt, error, dialler } = turns;
  if (error)
    return (
      <ErrorState
        title="The list gave no lead"
        error={error}
        onRetry={() => {
          void turns.refetch();
        }}
      />
    );
  if (turns.isAsking) return <LinesSkeleton lines={6} />;
  return (
    <Box display="grid" p={14} style={{ gap: 14 }}>
      {turn ? (
        <div>
          <Text fw={600} size="sm">
            {kinds[turn.kind]}
          </Text>
          <Text size="xs" c="dimmed" className="db-figures">
            {turn.attempts === 0 ? 'Not called by this list yet' : `Called ${turn.attempts} times before`}
            {turn.kind === 'callback' && turn.dueAt && ` · promised for ${clock(turn.dueAt)}`}
          </Text>
        </div>
      ) : dialler ? null : (
        <EmptyState
          icon={IconClockPause}
          title="No lead is due"
          action={
            <Button data-changes variant="default" onClick={() => void turns.refetch()}>
              Look again
            </Button>
          }
        >
          {lookAgainAt
            ? `The next one is due ${clock(lookAgainAt)}.`
            : 'This list has no more leads to call.'}
        </EmptyState>
      )}
      {progress && (
        <Text size="xs" c="dimmed" className="db-figures">
          {`${progress.dueNow} due now · ${progress.states.done ?? 0} done`}
        </Text>
      )}
      {dialler && progress && <AbandonmentGauge figures={progress.abandonment} />}
      {passedOver.length > 0 && (
        <section aria-label="Passed over">
          <Text fw={600} size="sm">
            {passedOver.length === 1
              ? 'One lead was passed over'
              : `${passedOver.length} leads were passed over`}
          </Text>
          <Box component="ul" className="db-small" m="4px 0 0" ps={18}>
            {passedOver.slice(0, 10).map(({ leadId, reason, nextAt }) => (
              <li key={leadId}>
                {reason}
                {nextAt && ` Again ${clock(nextAt)}.`}
              </li>
            ))}
          </Box>
        </section>
      )}
    </Box>
  );
}
