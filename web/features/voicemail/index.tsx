import { Badge, Button, Stack, Switch, Text } from '@mantine/core';
import { IconMessageCircle, IconRecordMail } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { VoicemailMessage } from '#shared/model/voicemail.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { partyOf, talkText } from '#web/features/calls/shared.tsx';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { FilterBar, FilterSelect } from '#web/ui/resource/filters.tsx';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { GreetingsPanel } from './GreetingsPanel.tsx';
import { MessagePanel } from './MessagePanel.tsx';

const greetings = 'greetings';
const filterFields = { box: field.id, unheard: field.oneOf(['true']), message: field.panel };

const columns: Column<VoicemailMessage>[] = [
  {
    key: 'from',
    title: 'From',
    render: (message) => (
      <Stack component="span" gap={0} miw={0}>
        <Text component="span" size="sm" fw={message.isHeard ? 450 : 650} className="db-wrap">
          {partyOf(message)}
        </Text>
        {message.leadName && (
          <Text component="span" size="xs" c="dimmed" className="db-figures db-nowrap">
            {phoneText(message.phone)}
          </Text>
        )}
        <Narrow>
          {message.boxName} · <RelativeTime at={message.at} />
        </Narrow>
      </Stack>
    ),
  },
  {
    key: 'state',
    title: 'State',
    width: 100,
    render: ({ isHeard }) => (
      <Badge variant="light" tt="none" color={isHeard ? 'gray' : 'blue'}>
        {isHeard ? 'Heard' : 'New'}
      </Badge>
    ),
  },
  { key: 'box', title: 'For', hideBelow: 'sm', render: ({ boxName }) => boxName || 'A removed box' },
  {
    key: 'length',
    title: 'Length',
    align: 'end',
    width: 90,
    render: ({ seconds }) => <span className="db-figures">{talkText(seconds)}</span>,
  },
  {
    key: 'at',
    title: 'When',
    align: 'end',
    width: 130,
    hideBelow: 'sm',
    render: ({ at }) => <RelativeTime at={at} />,
  },
];

/** Messages that callers left whom nobody answered. Agents see those of their own boxes and their queues'. */
export default function VoicemailPage() {
  const seesAll = useSeesAllLeads();
  const { filters, setFilters, filtered } = useAddressFilters(filterFields);
  const refetchInterval = usePollInterval('calls', 15_000);
  const boxes = useQuery(query.pbx.voicemailBoxes.queryOptions({ input: {}, refetchInterval })).data?.boxes;
  const list = useInfiniteQuery(
    query.pbx.listVoicemail.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...given({ boxId: filters.box, unheard: filters.unheard }),
        cursor,
      }),
      ...byCursor,
      refetchInterval,
    }),
  );
  const messages = list.data?.pages.flatMap((page) => page.messages);
  const close = () => setFilters({ message: null });
  return (
    <>
      <PageHeader
        title="Voicemail"
        description={
          seesAll
            ? 'Messages in every box of your team.'
            : 'Messages for you, and for the queues that you are in.'
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconMessageCircle size={17} />}
            onClick={() => setFilters({ message: greetings })}
          >
            Greetings
          </Button>
        }
      />
      <FilterBar label="Messages">
        <FilterSelect
          label="Box"
          placeholder="All boxes"
          clearLabel="All boxes"
          data={(boxes ?? []).map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
          value={filters.box}
          onChange={(box) => setFilters({ box })}
        />
        <Switch
          label="New ones only"
          checked={filters.unheard === 'true'}
          onChange={(event) => setFilters({ unheard: event.currentTarget.checked ? 'true' : undefined })}
        />
      </FilterBar>
      <ResourceTable
        of={list}
        failed="The messages could not be loaded"
        label="Messages"
        columns={columns}
        rows={messages}
        rowKey={({ id }) => id}
        rowLabel={(message) => `${partyOf(message)}, ${message.isHeard ? 'heard' : 'new'}`}
        selectedKey={filters.message}
        onOpen={({ id }) => setFilters({ message: id })}
        empty={
          filtered ? (
            <NoMatch
              title="No message matches"
              onClear={() => setFilters({ box: undefined, unheard: undefined })}
            >
              Take a filter away to see more.
            </NoMatch>
          ) : (
            <EmptyState icon={IconRecordMail} title="No messages">
              {boxes?.some(({ isOn }) => isOn)
                ? 'Who calls and is not answered may leave one here.'
                : 'An admin turns voicemail on for an extension or a queue (Exchange).'}
            </EmptyState>
          )
        }
      />
      <MessagePanel message={messages?.find(({ id }) => id === filters.message)} onClose={close} />
      <GreetingsPanel opened={filters.message === greetings} onClose={close} boxes={boxes ?? []} />
    </>
  );
}
