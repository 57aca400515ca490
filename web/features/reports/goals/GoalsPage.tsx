import { Text } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Goal } from '#shared/api/goals.ts';
import { goalWords } from '#shared/model/goal.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Column, Narrow, stateColumn } from '#web/ui/DataTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { GoalPanel } from './GoalPanel.tsx';
import { Standing } from './Standing.tsx';
import { stateOf } from './words.ts';

/** Figures are counted each five minutes; ms. */
const pollMs = 60_000;

const columns: Column<Goal>[] = [
  {
    key: 'name',
    title: 'Name',
    render: (goal) => (
      <>
        <Text size="sm" fw={550} truncate>
          {goal.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {goalWords(goal)}
        </Text>
        <Narrow mt={6}>
          <Standing goal={goal} />
        </Narrow>
      </>
    ),
  },
  {
    key: 'value',
    title: 'Now',
    width: 190,
    hideBelow: 'sm',
    render: (goal) => <Standing goal={goal} />,
  },
  {
    key: 'since',
    title: 'Since',
    width: 130,
    hideBelow: 'md',
    render: ({ crossedAt }) => (crossedAt ? <RelativeTime at={crossedAt} /> : '–'),
  },
  {
    key: 'owner',
    title: 'Owner',
    width: 150,
    hideBelow: 'md',
    render: ({ ownerName, isMine, shared }) =>
      `${isMine ? 'You' : ownerName || 'The workspace'}${shared ? ', shared' : ''}`,
  },
  stateColumn(stateOf, { width: 140 }),
];

/** Goals that are to be reached, and alerts that tell when a figure crosses a number. */
export function GoalsPage() {
  const address = useResourceAddress('goal');
  const list = useQuery(
    query.goals.list.queryOptions({ input: {}, refetchInterval: usePollInterval('goals', pollMs) }),
  );
  const text = address.search.toLowerCase();
  return (
    <ResourcePage
      title="Goals and alerts"
      description="Figures that are watched: what is to be reached, and what somebody is to be told of."
      noun="goal or alert"
      addLabel="Add goal or alert"
      plural="goals and alerts"
      address={address}
      mayEdit={useMay()('goals.edit')}
      isReadable
      of={list}
      rows={list.data?.goals.filter(({ name }) => name.toLowerCase().includes(text))}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ placeholder: 'Search by name', none: 'No goal or alert has this name.' }}
      empty={{
        icon: IconTargetArrow,
        words:
          'A goal is a figure to reach, such as 20 sales a month. An alert tells you when one leaves its range.',
      }}
      remove={{
        work: ({ id }) => api.goals.remove({ id }),
        words: 'Its history goes with it. Nobody is told of it any more.',
        stale: [query.goals],
      }}
    >
      {(thing, close) => <GoalPanel thing={thing} onClose={close} />}
    </ResourcePage>
  );
}
