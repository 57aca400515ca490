import { Button, SegmentedControl, Table, Title } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { talkText } from '#web/features/calls/shared.tsx';
import { money } from '#web/features/leads/shared/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import styles from '../Dashboard.module.css';
import { useFloor } from './useFloor.ts';

const spans = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];
const shownPlaces = 10;

/** Who is ahead: deals first, then answered calls. A transferred call is everybody's who had a part in it. */
export function Leaderboard() {
  const [days, setDays] = useState('1');
  const { user } = useSignedIn();
  const may = useMay();
  const { data, error, refetch } = useFloor(Number(days));
  const places = data?.leaderboard;
  return (
    <section className={styles.card} aria-labelledby="leaderboard">
      <div className={styles.cardHead}>
        <Title order={2} fz="h3" id="leaderboard">
          Leaderboard
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Leaderboard of"
          data={spans}
          value={days}
          onChange={setDays}
        />
      </div>
      {error ? (
        <ErrorState title="The leaderboard could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !places ? (
        <LinesSkeleton lines={5} />
      ) : places.length === 0 ? (
        <EmptyState
          icon={IconTrophy}
          title="Nobody to cheer for yet"
          action={
            may('users.create') && (
              <Button component={Link} to="/users?user=new">
                Add an agent
              </Button>
            )
          }
        >
          Every agent has a place here: deals, calls and talk time.
        </EmptyState>
      ) : (
        <div className={styles.board}>
          <Table verticalSpacing={8} horizontalSpacing={8} fz="sm" aria-labelledby="leaderboard">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Agent</Table.Th>
                <Table.Th ta="end">Won</Table.Th>
                <Table.Th ta="end">Calls</Table.Th>
                <Table.Th ta="end">Talk time</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="db-figures">
              {places.slice(0, shownPlaces).map((place, at) => (
                <Table.Tr
                  key={place.agentId}
                  className={place.agentId === user.userId ? styles.me : undefined}
                >
                  <Table.Td>
                    {at + 1}. {place.name}
                  </Table.Td>
                  <Table.Td ta="end">
                    {place.dealsWon > 0 ? `${money(place.dealAmount)} (${place.dealsWon})` : '–'}
                  </Table.Td>
                  <Table.Td ta="end">{place.calls}</Table.Td>
                  <Table.Td ta="end">{talkText(place.talkSeconds)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
