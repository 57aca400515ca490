import { Badge } from '@mantine/core';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPhoneCall,
  IconPhoneOff,
  IconRecordMail,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Call, type CallStatus, callStatusLabels } from '#shared/model/call.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { phoneText } from '#web/ui/lead-text.ts';

const looks: Record<CallStatus, { color: string; icon: TablerIcon }> = {
  queued: { color: 'blue', icon: IconClock },
  ringing: { color: 'blue', icon: IconPhoneCall },
  'in-progress': { color: 'amber', icon: IconPhoneCall },
  completed: { color: 'green', icon: IconCircleCheck },
  busy: { color: 'gray', icon: IconPhoneOff },
  'no-answer': { color: 'gray', icon: IconPhoneOff },
  failed: { color: 'red', icon: IconCircleX },
  voicemail: { color: 'gray', icon: IconRecordMail },
  cancelled: { color: 'gray', icon: IconCircleX },
};

export function CallStatusBadge({ status }: { status: CallStatus }) {
  const { color, icon: Icon } = looks[status];
  return (
    <Badge variant="light" color={color} tt="none" leftSection={<Icon size={13} aria-hidden />}>
      {callStatusLabels[status]}
    </Badge>
  );
}

export function DirectionIcon({ direction }: Pick<Call, 'direction'>) {
  const Icon = direction === 'outbound' ? IconArrowUpRight : IconArrowDownLeft;
  return (
    <span role="img" aria-label={direction === 'outbound' ? 'Outbound' : 'Inbound'}>
      <Icon size={16} style={{ verticalAlign: '-3px' }} />
    </span>
  );
}

/** Who the other party is: the lead's name as it was, else the number. */
export const partyOf = (call: Pick<Call, 'leadName' | 'phone'>) =>
  call.leadName || (call.phone ? phoneText(call.phone) : 'Unknown number');

/** `0:45`, `12:03`, `1:02:03`. */
export function talkText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Users of one page; the names of a larger team's admins beyond it are not shown. */
const usersAtMost = 100;

/** Names of the people who take calls; a call holds their ids. An admin's list of users knows admins as well. */
export function useAgentNames() {
  const { user } = useSignedIn();
  const may = useMay();
  const staleTime = 5 * 60_000;
  const stats = useQuery(query.leadAssignments.stats.queryOptions({ input: {}, staleTime }));
  const users = useQuery(
    query.users.list.queryOptions({
      input: { limit: usersAtMost },
      enabled: may('users.view'),
      staleTime,
    }),
  );
  const agents = stats.data?.agents ?? [];
  const byId = new Map([
    ...(users.data?.users ?? []).map((one): [string, string] => [one.id, one.fullName || one.username]),
    ...agents.map(({ agentId, name }): [string, string] => [agentId, name]),
  ]);
  return { agents, nameOf: (id: string) => byId.get(id) ?? (id === user.userId ? 'You' : 'An admin') };
}
