import { Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { type Call, callStatusLabels } from '#shared/model/call.ts';
import { TimeSince } from '#web/features/agent-status/StatusLabel.tsx';
import { DirectionIcon, partyOf, useAgentNames } from '#web/features/calls/shared.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Whose a call is now: of those who have a part in it the last. */
const agentOf = ({ legs }: Call) => legs.findLast(({ endedAt }) => !endedAt)?.agentId;

/** The calls that go on: who, with whom, how long. */
export function LiveCalls({ calls }: { calls: readonly Call[] | undefined }) {
  const { nameOf } = useAgentNames();
  const columns: Column<Call>[] = [
    {
      key: 'party',
      title: 'Call',
      render: (call) => {
        const agentId = agentOf(call);
        return (
          <>
            <Text size="sm" fw={550} truncate>
              <DirectionIcon direction={call.direction} /> {partyOf(call)}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {agentId ? nameOf(agentId) : 'Nobody has it yet'}, {callStatusLabels[call.status].toLowerCase()}
            </Text>
          </>
        );
      },
    },
    {
      key: 'since',
      title: 'Time',
      width: 90,
      align: 'end',
      render: ({ answeredAt, startedAt }) => <TimeSince at={answeredAt ?? startedAt} />,
    },
  ];
  return (
    <DataTable
      label="Calls that go on"
      columns={columns}
      rows={calls}
      rowKey={({ id }) => id}
      rowLabel={partyOf}
      empty={
        <EmptyState icon={IconPhone} title="No calls now">
          Calls stand here from the first ring to their end.
        </EmptyState>
      }
    />
  );
}
