import { Anchor, Badge, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type Retention,
  type RetentionKind,
  type RetentionLife,
  type Term,
  termWords,
} from '#shared/model/retention.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { capitalized } from '#web/ui/capitalized.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { RetentionRuns } from './RetentionRuns.tsx';
import { RulePanel } from './RulePanel.tsx';
import { countWords, nightOf } from './retention-words.ts';

const fields = { rule: field.panel };

/** How many a rule would take now. */
function WouldGo({ kind, term }: { kind: string; term: Term }) {
  const { data, error } = useQuery(
    query.privacy.previewRetention.queryOptions({ input: { kind, term }, staleTime: 60_000 }),
  );
  return (
    <Text size="xs" c="dimmed" className="db-figures">
      {error
        ? 'What would go is not known'
        : data
          ? `${capitalized(countWords(data))} would go now`
          : 'Counting…'}
    </Text>
  );
}

/** Below the name of a kind: what the law asks, when its next run is, and what the last one took. */
function RunLines({ kind: { least, nextRunAt, isFirstRun, lastRun }, timeZone }: RunLinesProps) {
  return (
    <>
      {least && (
        <Text size="xs" c="dimmed">
          {termWords(least.term)} at least, by law
        </Text>
      )}
      {nextRunAt && (
        <Text size="xs" c="dimmed">
          {isFirstRun ? 'First' : 'Next'} run on {nightOf(nextRunAt, timeZone)}
        </Text>
      )}
      {lastRun && (
        <Text size="xs" c="dimmed">
          Last run: {lastRun.erased.toLocaleString('en-US')} went
          {lastRun.spared > 0 && `, ${lastRun.spared.toLocaleString('en-US')} passed over`}
          {lastRun.failed > 0 && `, ${lastRun.failed.toLocaleString('en-US')} failed`},{' '}
          <RelativeTime at={lastRun.at} />
        </Text>
      )}
    </>
  );
}

interface RunLinesProps {
  kind: RetentionKind;
  timeZone: string;
}

const columnsOf = (timeZone: string): Column<RetentionKind>[] => [
  {
    key: 'kind',
    title: 'Kind of data',
    render: (kind) => (
      <>
        <Text size="sm" fw={500} className="db-wrap">
          {kind.title}
        </Text>
        <RunLines kind={kind} timeZone={timeZone} />
      </>
    ),
  },
  {
    key: 'term',
    title: 'Kept for',
    width: '40%',
    render: ({ kind, term, isPaused }) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm" c={term ? undefined : 'dimmed'}>
          {term ? termWords(term) : 'For good'}
        </Text>
        {isPaused && (
          <Badge variant="light" tt="none" color="gray">
            Paused
          </Badge>
        )}
        {term && <WouldGo kind={kind} term={term} />}
      </Stack>
    ),
  },
];

interface Life extends Omit<RetentionLife, 'byLaw'> {
  link?: string;
}

const lifeColumns: Column<Life>[] = [
  {
    key: 'title',
    title: 'Kind of data',
    render: ({ title, why, link }) => (
      <>
        <Text size="sm" fw={500} className="db-wrap">
          {title}
        </Text>
        {link ? (
          <Anchor component={Link} to={link} size="xs">
            {why}
          </Anchor>
        ) : (
          <Text size="xs" c="dimmed" className="db-wrap">
            {why}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'life',
    title: 'Kept',
    width: '32%',
    render: ({ life }) => (
      <Text size="sm" className="db-wrap">
        {life}
      </Text>
    ),
  },
];

function Lives({ title, rows }: { title: string; rows: readonly Life[] }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <DataTable label={title} columns={lifeColumns} rows={rows} rowKey={(life) => life.title} />
    </Stack>
  );
}

const recordingsOf = ({ recordingDays }: Retention): Life => ({
  title: 'Recordings of calls, and voicemail',
  life: recordingDays === 0 ? 'For good' : `${recordingDays.toLocaleString('en-US')} days`,
  why: 'Set with the calls, under Recordings',
  link: '/calls?call=recordings',
});

/** How long each kind of data is kept: rules that admins set, what has a life of its own, and what the law has kept. */
export default function RetentionTab() {
  const { filters, setFilters } = useAddressFilters(fields);
  const refetchInterval = usePollInterval('jobs', 15_000);
  const found = useQuery(query.privacy.retention.queryOptions({ input: {}, refetchInterval }));
  const { data } = found;
  const timeZone = data?.timeZone ?? 'UTC';
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Text size="sm" c="dimmed" maw={640}>
          Nothing goes by itself until you set a term. Then what is older goes each night, between 3 and 5 AM
          by the workspace’s clock ({timeZone}). A new or shorter term waits a day for its first run, so that
          you can take it back.
        </Text>
        <ResourceTable
          label="Kinds of data that can have a term"
          of={found}
          failed="The terms could not be loaded"
          columns={columnsOf(timeZone)}
          rows={data?.kinds}
          rowKey={({ kind }) => kind}
          rowLabel={({ title }) => title}
          onOpen={({ kind }) => setFilters({ rule: kind })}
          selectedKey={filters.rule}
        />
        <Text size="sm" c="dimmed" maw={640}>
          Passed over, and counted as such: a lead on legal hold or with an open privacy request, and a lead
          that is in a journey, was promised a callback or waits for an answer. You put a lead on legal hold
          on its own page.
        </Text>
      </Stack>
      {data && (
        <>
          <RetentionRuns timeZone={timeZone} />
          <Lives
            title="Kept as long as it is needed"
            rows={[recordingsOf(data), ...data.lives.filter(({ byLaw }) => !byLaw)]}
          />
          <Lives title="Kept by law" rows={data.lives.filter(({ byLaw }) => byLaw)} />
        </>
      )}
      <RulePanel
        of={data}
        kind={data?.kinds.find(({ kind }) => kind === filters.rule)}
        onClose={() => setFilters({ rule: null })}
      />
    </Stack>
  );
}
