import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { EnrolmentView, Execution } from '#shared/model/journey/journey.ts';
import type { StepType } from '#shared/model/journey/steps/index.ts';
import { query } from '#web/app/api.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { HistoryEntry } from '#web/ui/HistoryEntry.tsx';
import { More } from '#web/ui/More.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { EnrolmentStatusPill } from '../shared/StatusPill.tsx';
import { stepIcons } from '../shared/step-look.ts';
import { outcomeWords } from '../shared/words.ts';
import { EnrolmentActions } from './EnrolmentActions.tsx';

interface HistoryPanelProps {
  enrolmentId: string | null;
  onClose: () => void;
}

/** What one lead has been through on a journey: when, what and why; and what can be done about it. */
export function HistoryPanel({ enrolmentId, onClose }: HistoryPanelProps) {
  const history = useInfiniteQuery(
    query.journeys.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: enrolmentId ?? '', ...(cursor ? { cursor } : {}) }),
      ...byCursor,
      enabled: enrolmentId !== null,
    }),
  );
  const enrolment = history.data?.pages[0]?.enrolment;
  const entries = history.data?.pages.flatMap((page) => page.history) ?? [];
  return (
    <SidePanel
      opened={enrolmentId !== null}
      onClose={onClose}
      title={enrolment?.leadName || 'A lead on this journey'}
      width={520}
      {...(enrolment ? { footer: <EnrolmentActions enrolment={enrolment} /> } : {})}
    >
      {history.error && !enrolment ? (
        <ErrorState
          title="The history could not be loaded"
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      ) : !enrolment ? (
        <LinesSkeleton lines={8} />
      ) : (
        <Stack gap="lg">
          <Standing enrolment={enrolment} />
          {entries.length === 0 ? (
            <EmptyState icon={IconHistory} title="Nothing has happened yet">
              Each step will stand here as it is done.
            </EmptyState>
          ) : (
            <ol className="db-list" aria-label="History, newest first">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
          <More of={history}>Show earlier</More>
        </Stack>
      )}
    </SidePanel>
  );
}

function Standing({ enrolment }: { enrolment: EnrolmentView }) {
  const { status, stepName, dueAt, waiting, note, enteredAt, journeyVersion, leadId, endedAt, attempts } =
    enrolment;
  const open = status !== 'completed' && status !== 'exited';
  return (
    <Stack gap={12}>
      <Group gap="xs">
        <EnrolmentStatusPill status={status} />
        <Text size="sm" c="dimmed">
          version {journeyVersion}
        </Text>
        <Anchor component={Link} to={`/leads/${leadId}`} size="sm" ml="auto">
          To the lead
        </Anchor>
      </Group>
      <DefinitionList terms={96}>
        <Definition term="Came in">
          <RelativeTime at={enteredAt} />
        </Definition>
        {open && stepName && <Definition term={waiting ? 'Waits at' : 'Next'}>{stepName}</Definition>}
        {open && dueAt && (
          <Definition term="Due">
            <time dateTime={dueAt}>{new Date(dueAt).toLocaleString()}</time>
          </Definition>
        )}
        {open && attempts > 0 && <Definition term="Attempts">{attempts}</Definition>}
        {endedAt && (
          <Definition term="Ended">
            <RelativeTime at={endedAt} />
          </Definition>
        )}
        {note && <Definition term="Why">{note}</Definition>}
      </DefinitionList>
    </Stack>
  );
}

function Entry({ entry }: { entry: Execution }) {
  const Icon = stepIcons[entry.stepType as StepType] ?? IconHistory;
  const { label, color } = outcomeWords[entry.outcome];
  return (
    <HistoryEntry icon={Icon}>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Text size="sm" fw={600} truncate dir="auto">
          {entry.stepName}
        </Text>
        {entry.outcome !== 'done' && (
          <Badge size="sm" color={color} variant="light" tt="none" radius="sm">
            {label}
          </Badge>
        )}
      </Group>
      <Text size="sm" dir="auto" className="db-wrap">
        {entry.text}
      </Text>
      <Text size="xs" c="dimmed">
        <time dateTime={entry.at}>{new Date(entry.at).toLocaleString()}</time>
        {entry.attempts > 1 && ` · ${entry.attempts} attempts`}
      </Text>
    </HistoryEntry>
  );
}
