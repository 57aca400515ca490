import { Anchor, Badge, Box, Button, Group, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CelebrationState, Win } from '#shared/model/celebration.ts';
import { dollars } from '#shared/model/money.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { Figure } from '#web/features/dashboard/Figure.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { callOff } from './bell/call-off.tsx';
import { halfAndNearlyAll, inSeconds } from './first-frame.ts';
import { NewsCell } from './NewsCell.tsx';
import { RepFace } from './RepFace.tsx';

const states: Record<CelebrationState, { label: string; color: string }> = {
  recorded: { label: 'On its way', color: 'blue' },
  chosen: { label: 'On its way', color: 'blue' },
  celebrated: { label: 'Celebrated', color: 'green' },
  passed: { label: 'Not shown', color: 'gray' },
  repeated: { label: 'Already counted', color: 'gray' },
  undone: { label: 'Called off', color: 'red' },
};

const columns: Column<Win>[] = [
  {
    key: 'rep',
    title: 'Who sold',
    controls: true,
    render: (win) => (
      <Group gap={10} wrap="nowrap">
        <RepFace {...win} />
        <Box miw={0}>
          <Text size="sm" fw={600} truncate>
            <bdi>{win.repName || 'Nobody'}</bdi>
          </Text>
          <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
            <bdi>{win.customer || states[win.state].label}</bdi>
          </Text>
          {/* On a narrow screen, where the column of its own has no room. */}
          <Box hiddenFrom="md">
            <NewsCell {...win} none={null} />
          </Box>
        </Box>
      </Group>
    ),
  },
  {
    key: 'customer',
    title: 'To whom',
    hideBelow: 'sm',
    controls: true,
    render: ({ customer, leadId }) =>
      leadId ? (
        <Anchor component={Link} to={`/leads/${leadId}`}>
          <bdi>{customer || 'Lead'}</bdi>
        </Anchor>
      ) : (
        <bdi>{customer || '–'}</bdi>
      ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 110,
    align: 'end',
    render: ({ amount }) => <span className="db-figures">{dollars(amount)}</span>,
  },
  {
    key: 'state',
    title: 'On displays',
    hideBelow: 'sm',
    render: ({ state, note, ruleName }) => (
      <>
        <Badge variant="light" tt="none" color={states[state].color}>
          {states[state].label}
        </Badge>
        <Text size="xs" c="dimmed" mt={2}>
          {[ruleName, note].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  {
    key: 'news',
    title: 'Chats and video',
    hideBelow: 'md',
    controls: true,
    render: (win) => <NewsCell {...win} />,
  },
  { key: 'at', title: 'When', width: 110, hideBelow: 'md', render: ({ at }) => <RelativeTime at={at} /> },
  {
    key: 'first',
    title: 'First frame',
    width: 110,
    align: 'end',
    hideBelow: 'md',
    render: ({ firstFrameMs }) => (
      <span className="db-figures">{firstFrameMs === null ? '–' : inSeconds(firstFrameMs)}</span>
    ),
  },
];

/** A win is called off from its row. */
function UndoButton({ win }: { win: Win }) {
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    await callOff(win);
    setBusy(false);
  };
  return (
    <Button
      data-changes
      size="compact-sm"
      variant="default"
      loading={busy}
      aria-label={`Undo the celebration of ${[win.repName, win.customer].filter(Boolean).join(', ')}`}
      onClick={() => void undo()}
    >
      Undo
    </Button>
  );
}

const undoColumn: Column<Win> = {
  key: 'undo',
  title: <span className="db-visually-hidden">Undo</span>,
  width: 84,
  align: 'end',
  controls: true,
  render: (win) => win.mayUndo && <UndoButton win={win} />,
};

const isWon = ({ state }: Win): boolean => state !== 'undone' && state !== 'repeated';

/** What was won today, where it shows, and how soon displays showed it. */
export function TodaySection() {
  const list = useQuery(
    query.celebrations.today.queryOptions({
      input: {},
      refetchInterval: usePollInterval('celebrations', 30_000),
    }),
  );
  const mayRing = useMay()('celebrations.ring');
  const { data } = list;
  return (
    <>
      {(data || !list.error) && (
        <AutoGrid min={150} mb={16}>
          <Figure label="Won today" value={data && dollars(data.total)} />
          <Figure label="Sales today" value={data && String(data.wins.filter(isWon).length)} />
          <Figure label="From the sale to its first frame" {...halfAndNearlyAll(data)} />
        </AutoGrid>
      )}
      <ResourceTable
        of={list}
        failed="Today’s wins could not be loaded"
        label="Today’s wins"
        columns={mayRing ? [...columns, undoColumn] : columns}
        rows={data?.wins}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconBellRinging} title="Nothing is won yet today">
            As soon as a lead comes to a status that counts as won, or somebody rings the bell, it is here and
            on the displays that a rule names.
          </EmptyState>
        }
      />
    </>
  );
}
