import { Menu, Text } from '@mantine/core';
import { IconLogout, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FloorAgent } from '#shared/model/agent-status.ts';
import { type Call, callStatusLabels } from '#shared/model/call.ts';
import type { PhoneSession } from '#shared/model/phone-session.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { StatusDot, StatusLabel, TimeSince } from '#web/features/agent-status/StatusLabel.tsx';
import { DirectionIcon } from '#web/features/calls/shared.tsx';
import { SignOutDialog } from '#web/features/exchange/sessions/SignOutDialog.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { NoMatch } from '#web/ui/resource/ResourceTable.tsx';
import { menuColumn, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { SuperviseItems } from './SuperviseMenu.tsx';
import type { FloorPhones } from './useFloorPhones.ts';
import type { Supervise } from './useSupervise.ts';

/** A number as people read it; names as they are. */
const partyText = (party: string) => (party.startsWith('+') ? phoneText(party) : party);

function CallCell({ call }: Pick<FloorAgent, 'call'>) {
  if (!call) return <Text c="dimmed">–</Text>;
  const since = call.answeredAt ?? call.startedAt;
  return (
    <>
      <Text size="sm" truncate>
        <DirectionIcon direction={call.direction} /> {call.with ? partyText(call.with) : 'In a call'}
      </Text>
      <Text size="xs" c="dimmed" className="db-figures">
        {callStatusLabels[call.status]}, <TimeSince at={since} />
      </Text>
    </>
  );
}

const columns: Column<FloorAgent>[] = [
  {
    key: 'name',
    title: 'Agent',
    render: ({ name, extension }) => (
      <>
        <Text size="sm" fw={550} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {extension ? `Extension ${extension}` : 'No extension'}
        </Text>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: 190,
    render: (agent) => <StatusLabel status={agent} timed={agent.signedIn} />,
  },
  { key: 'call', title: 'Call', width: 220, hideBelow: 'sm', render: ({ call }) => <CallCell call={call} /> },
  {
    key: 'queues',
    title: 'Queues',
    width: 180,
    hideBelow: 'md',
    render: ({ queues }) => (
      <Text size="sm" truncate>
        {queues.map(({ name }) => name).join(', ') || '–'}
      </Text>
    ),
  },
];

/** The statuses that an agent can be put in, asked for when the menu is opened. */
function StatusItems({ agentId, name }: Pick<FloorAgent, 'agentId' | 'name'>) {
  const { data, error } = useQuery(query.agentStatus.getOf.queryOptions({ input: { userId: agentId } }));
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (status: string) => api.agentStatus.setOf({ userId: agentId, status }),
    onSuccess: async ({ label, next }) => {
      await client.invalidateQueries({ queryKey: query.system.agentStatus.key() });
      toast.success(next ? `The status of ${name} follows their call` : `${name}: ${label}`);
    },
    onError: toast.error,
  });
  if (!data) return <Menu.Label>{error ? messageOf(error) : 'Reading their statuses…'}</Menu.Label>;
  const current = data.next ?? data.status;
  return data.choices.map(({ key, label, color }) => (
    <Menu.Item
      key={key}
      data-changes
      disabled={key === current}
      leftSection={<StatusDot color={color} />}
      onClick={() => change.mutate(key)}
    >
      {label}
    </Menu.Item>
  ));
}

interface AgentTableProps {
  /** Undefined while they are asked for. */
  agents: readonly FloorAgent[] | undefined;
  calls: readonly Call[];
  phones: FloorPhones;
  /** Of those who may hear other people's calls. */
  supervise: Supervise | undefined;
  filtered: boolean;
  onClear: () => void;
}

/** Agents with what they are in and their call; admins hear that, change a status and sign a phone out here. */
export function AgentTable({ agents, calls, phones, supervise, filtered, onClear }: AgentTableProps) {
  const mayChange = useMay()('agentStatus.team');
  const signOut = useQuestion<PhoneSession>();
  const menu = menuColumn(({ agentId, name, signedIn, call: own }: FloorAgent) => {
    const session = phones.sessionOf(agentId);
    const call = supervise && calls.find(({ id }) => id === own?.id);
    if (!call && !session && !(mayChange && signedIn)) return null;
    return (
      <RowMenu name={name} width={240}>
        {call && supervise && <SuperviseItems call={call} supervise={supervise} />}
        {call && <Menu.Divider />}
        {mayChange && signedIn && (
          <>
            <Menu.Label>Change the status to</Menu.Label>
            <StatusItems agentId={agentId} name={name} />
          </>
        )}
        {session && (
          <>
            {mayChange && signedIn && <Menu.Divider />}
            <Menu.Item
              data-changes
              color="red"
              leftSection={<IconLogout size={16} />}
              onClick={() => signOut.ask(session)}
            >
              Sign out of phone
            </Menu.Item>
          </>
        )}
      </RowMenu>
    );
  });
  return (
    <>
      <DataTable
        label="Agents"
        columns={mayChange || supervise ? [...columns, menu] : columns}
        rows={agents}
        rowKey={({ agentId }) => agentId}
        rowLabel={({ name, label }) => `${name}, ${label}`}
        empty={
          filtered ? (
            <NoMatch title="Nobody matches" onClear={onClear}>
              No agent of this name is in this state or queue now.
            </NoMatch>
          ) : (
            <EmptyState icon={IconUsers} title="No agents yet">
              Agents are users with the role agent. They come onto the floor as soon as there is one.
            </EmptyState>
          )
        }
      />
      <SignOutDialog {...signOut} />
    </>
  );
}
