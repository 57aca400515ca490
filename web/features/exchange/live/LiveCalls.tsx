import { Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { agentOfCall, type Call, callStatusLabels } from '#shared/model/call.ts';
import { TimeSince } from '#web/features/agent-status/StatusLabel.tsx';
import { DirectionIcon, partyOf, useAgentNames } from '#web/features/calls/shared.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { menuColumn } from '#web/ui/resource/RowMenu.tsx';
import { SuperviseMenu } from './SuperviseMenu.tsx';
import type { Supervise } from './useSupervise.ts';

interface LiveCallsProps {
  calls: readonly Call[] | undefined;
  /** Of those who may hear other people's calls. */
  supervise: Supervise | undefined;
}

/** The calls that go on: who, with whom, how long. */
export function LiveCalls({ calls, supervise }: LiveCallsProps) {
  const { nameOf } = useAgentNames();
  const columns: Column<Call>[] = [
    {
      key: 'party',
      title: 'Call',
      render: (call) => {
        const agentId = agentOfCall(call);
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
  if (supervise)
    columns.push(
      menuColumn((call) => <SuperviseMenu call={call} supervise={supervise} name={partyOf(call)} />),
    );
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
