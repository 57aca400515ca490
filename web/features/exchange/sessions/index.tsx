import { Badge, Menu, Stack, Text, Title } from '@mantine/core';
import { IconHeadset, IconHistory, IconLogout } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type PhoneSession, phoneDevices, sessionEnds } from '#shared/model/phone-session.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { TimeSince } from '#web/features/agent-status/StatusLabel.tsx';
import { talkText } from '#web/features/calls/shared.tsx';
import { dateText } from '#web/features/leads/shared/format.ts';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { menuColumn, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { SignOutDialog } from './SignOutDialog.tsx';

/** How often it is asked who is signed in while no hints come; ms. */
const pollMs = 5_000;

const pausesText = ({ pauses }: PhoneSession) =>
  pauses.map(({ reason, seconds }) => `${reason} ${talkText(seconds)}`).join(', ') || 'No pauses';

const lengthOf = ({ startedAt, endedAt }: PhoneSession) =>
  talkText((Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1000);

const who: Column<PhoneSession> = {
  key: 'who',
  title: 'Agent',
  render: (session) => (
    <>
      <Text size="sm" fw={550} truncate>
        {session.userName}
      </Text>
      <Text size="xs" c="dimmed">
        Extension {session.number}, {phoneDevices[session.device].toLowerCase()}
      </Text>
      <Narrow below="md">{pausesText(session)}</Narrow>
    </>
  ),
};

const talk: Column<PhoneSession> = {
  key: 'talk',
  title: 'Talk',
  width: 130,
  hideBelow: 'sm',
  render: ({ talkSeconds, calls }) => (
    <>
      <Text size="sm" className="db-figures">
        {talkText(talkSeconds)}
      </Text>
      <Text size="xs" c="dimmed">
        {calls === 1 ? '1 call' : `${calls} calls`}
      </Text>
    </>
  ),
};

const pauses: Column<PhoneSession> = {
  key: 'pauses',
  title: 'Pauses',
  hideBelow: 'md',
  render: (session) => (
    <Text size="sm" className="db-figures">
      {pausesText(session)}
    </Text>
  ),
};

const nowColumns: Column<PhoneSession>[] = [
  who,
  {
    key: 'since',
    title: 'Signed in',
    width: 140,
    render: ({ startedAt, pause }) => (
      <>
        <Text size="sm" component="div" className="db-figures">
          <TimeSince at={startedAt} />
        </Text>
        {pause && (
          <Badge variant="light" tt="none" color="amber">
            {pause.reason}
          </Badge>
        )}
      </>
    ),
  },
  talk,
  pauses,
];

const earlierColumns: Column<PhoneSession>[] = [
  who,
  {
    key: 'times',
    title: 'Signed in',
    width: 170,
    render: (session) => (
      <>
        <Text size="sm">{dateText(session.startedAt)}</Text>
        <Text size="xs" c="dimmed" className="db-figures">
          {lengthOf(session)}
        </Text>
      </>
    ),
  },
  talk,
  pauses,
  {
    key: 'end',
    title: 'End',
    width: 200,
    hideBelow: 'sm',
    render: ({ endReason }) => (endReason ? sessionEnds[endReason] : '–'),
  },
];

/** Who is signed in to the phone, and who was. Agents see their own. */
export default function SessionsTab() {
  const question = useQuestion<PhoneSession>();
  const refetchInterval = usePollInterval('agents', pollMs);
  const now = useQuery(
    query.pbx.listPhoneSessions.queryOptions({ input: { active: 'true' }, refetchInterval }),
  );
  const earlier = useInfiniteQuery(
    query.pbx.listPhoneSessions.infiniteOptions({
      input: (to: string | undefined) => (to ? { to } : {}),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextTo }) => nextTo ?? undefined,
    }),
  );
  const ended = earlier.data?.pages.flatMap(({ sessions }) => sessions).filter(({ endedAt }) => endedAt);
  const menu = menuColumn((session: PhoneSession) => (
    <RowMenu name={session.userName}>
      <Menu.Item
        data-changes
        color="red"
        leftSection={<IconLogout size={16} />}
        onClick={() => question.ask(session)}
      >
        Sign out
      </Menu.Item>
    </RowMenu>
  ));
  return (
    <Stack gap={28}>
      <section aria-labelledby="sessions-now">
        <Title order={2} fz="h3" id="sessions-now" mb={10}>
          Signed in now
        </Title>
        <ResourceTable
          of={now}
          failed="It could not be loaded who is signed in"
          label="Signed in now"
          columns={[...nowColumns, menu]}
          rows={now.data?.sessions}
          rowKey={({ id }) => id}
          rowLabel={({ userName }) => userName}
          empty={
            <EmptyState icon={IconHeadset} title="Nobody is signed in to the phone">
              Agents sign in to their extension in the console, or at a phone on their desk.
            </EmptyState>
          }
        />
      </section>
      <section aria-labelledby="sessions-earlier">
        <Title order={2} fz="h3" id="sessions-earlier" mb={10}>
          The last seven days
        </Title>
        <ResourceTable
          of={earlier}
          failed="Earlier sessions could not be loaded"
          label="Earlier sessions"
          columns={earlierColumns}
          rows={ended}
          rowKey={({ id }) => id}
          rowLabel={({ userName, startedAt }) => `${userName}, ${dateText(startedAt)}`}
          empty={
            <EmptyState icon={IconHistory} title="No earlier sessions">
              A session stands here from the moment at which somebody has signed out.
            </EmptyState>
          }
        />
      </section>
      <SignOutDialog {...question} />
    </Stack>
  );
}
