import {
  ActionIcon,
  Box,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconAt,
  IconChartBar,
  IconInbox,
  IconKeyboard,
  IconPencilPlus,
  IconSearch,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { useKeys } from '#web/phone/keys.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { More } from '#web/ui/More.tsx';
import { ViewsMenu } from '#web/ui/resource/ViewsMenu.tsx';
import { assignedTo, stateFilters, useConversations, useMentions } from '../shared/useInbox.ts';
import { BulkActions } from './BulkActions.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import styles from './inbox.module.css';
import { useInboxFilter, useInboxViews, useTags } from './inbox-filter.ts';
import { step } from './keys.ts';
import { useChosen } from './use-chosen.ts';
import { usePlaceInList } from './use-place-in-list.ts';

interface ConversationListProps {
  openId: string | undefined;
  onNew: () => void;
  onHelp: () => void;
}

const assignedWords = { mine: 'Mine', unassigned: 'Unassigned', all: 'All' } as const;
const stateWords = { open: 'Open', snoozed: 'Snoozed', closed: 'Closed', any: 'Any state' } as const;

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrow keys, Home and End go from one conversation to the next; Enter opens, as any link. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-conversation]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  links[step(at, links.length - 1)]?.focus();
}

/** The conversations, the latest first, with search and the unread ones alone. */
export function ConversationList({ openId, onNew, onHelp }: ConversationListProps) {
  const { filter, firstAssigned, query, view, change, clear: clearAddress, open } = useInboxFilter();
  const { search, unread, mentioned, assigned, state, tag } = filter;
  const mentions = useMentions();
  const saved = useInboxViews(view, filter);
  const tags = useTags();
  const isNarrowed =
    Boolean(search) || unread || mentioned || tag || assigned !== firstAssigned || state !== 'open';
  const [typed, setTyped] = useState(search);
  const list = useConversations(filter);
  const all = list.conversations;
  const chosen = useChosen(filter);
  const place = usePlaceInList(list, openId, query);
  useKeys({
    j: () => step(1, place.current.at),
    k: () => step(-1, place.current.at),
    a: () => void chosen.selectAll(),
    b: () => document.querySelector<HTMLElement>('[data-bulk]')?.focus(),
  });
  const setSearch = useDebouncedCallback((value: string) => change({ search: value.trim() }), 250);
  const clear = () => {
    setTyped('');
    clearAddress();
  };
  return (
    <section className={styles.list} aria-label="Conversations">
      <Stack component="header" className="db-line-below" gap={10} p="16px 16px 12px">
        <Group gap={8} wrap="nowrap">
          <Box component="h1" flex={1} m={0} fz="1.25rem" fw={650}>
            Inbox
          </Box>
          <ActionIcon
            component={Link}
            to="/messages/statistics"
            variant="subtle"
            color="gray"
            size={34}
            aria-label="Message statistics"
            title="Message statistics"
          >
            <IconChartBar size={18} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            visibleFrom="sm"
            aria-label="Keys of the inbox"
            title="Keys of the inbox (?)"
            onClick={onHelp}
          >
            <IconKeyboard size={18} />
          </ActionIcon>
          <ActionIcon data-changes size={34} aria-label="New message" title="New message" onClick={onNew}>
            <IconPencilPlus size={18} />
          </ActionIcon>
        </Group>
        <TextInput
          id="inbox-search"
          aria-label="Search conversations"
          placeholder="Search by name or number"
          leftSection={<IconSearch size={16} />}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setSearch(event.currentTarget.value);
          }}
        />
        <SegmentedControl
          size="xs"
          aria-label="Whose"
          data={assignedTo.map((value) => ({ value, label: assignedWords[value] }))}
          value={assigned}
          onChange={(value) => change({ assigned: value as typeof assigned })}
        />
        <Group gap={8} wrap="nowrap">
          <ViewsMenu
            {...saved}
            size="xs"
            allLabel="All conversations"
            keeps="It keeps whose, the state, the tag, the search and whether only unread ones show."
            sharedWords="Everybody in this workspace sees it; each with the conversations they may see."
            removalWords="The conversations in it stay where they are."
            onOpen={(id) => {
              const of = saved.views.find((one) => one.id === id)?.filter;
              setTyped(of?.search ?? '');
              open(id, of);
            }}
          />
          {(tags.length > 0 || tag) && (
            <NativeSelect
              size="xs"
              flex={1}
              miw={0}
              aria-label="Tag"
              data={[{ value: '', label: 'Any tag' }, ...new Set([...tags, ...(tag ? [tag] : [])])]}
              value={tag ?? ''}
              onChange={(event) => change({ tag: event.currentTarget.value || null })}
            />
          )}
        </Group>
        <Group gap={12} wrap="nowrap">
          <NativeSelect
            size="xs"
            w={104}
            aria-label="State"
            data={stateFilters.map((value) => ({ value, label: stateWords[value] }))}
            value={state}
            onChange={(event) => change({ state: event.currentTarget.value as typeof state })}
          />
          <Switch
            size="xs"
            data-key="u"
            label="Unread only"
            checked={unread}
            onChange={(event) => change({ unread: event.currentTarget.checked })}
          />
          {(mentions > 0 || mentioned) && (
            <Button
              size="compact-xs"
              variant={mentioned ? 'filled' : 'light'}
              aria-pressed={mentioned}
              aria-label={`Where I was named: ${mentions}`}
              leftSection={<IconAt size={13} />}
              onClick={() => change({ mentioned: !mentioned })}
            >
              {mentions}
            </Button>
          )}
        </Group>
        <BulkActions chosen={chosen} />
      </Stack>
      {list.error && !all ? (
        <ErrorState
          title="The conversations could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : !all ? (
        <div className={styles.scroll} role="status" aria-label="Loading">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <div key={row} className={styles.row}>
              <Skeleton circle h={36} w={36} />
              <Stack gap={3} flex={1} miw={0}>
                <Skeleton h={13} w="55%" mb={8} />
                <Skeleton h={11} w="85%" />
              </Stack>
            </div>
          ))}
        </div>
      ) : all.length === 0 ? (
        <EmptyState
          icon={isNarrowed ? IconSearch : IconInbox}
          title={
            search
              ? 'Nobody is called that'
              : unread
                ? 'Everything is read'
                : isNarrowed
                  ? 'Nothing is here'
                  : 'No messages yet'
          }
          action={
            list.hasNextPage ? (
              <Button
                variant="default"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Look at older ones
              </Button>
            ) : (
              <Button variant="default" onClick={isNarrowed ? clear : onNew}>
                {isNarrowed ? 'Show all conversations' : 'Write the first'}
              </Button>
            )
          }
        >
          {search
            ? `Neither a name nor a number has this among ${state === 'any' ? 'these' : stateWords[state].toLowerCase()} conversations.`
            : unread
              ? 'Texts that come in show here until somebody opens them.'
              : isNarrowed
                ? 'No conversation fits these filters.'
                : 'Texts and mails with your leads come together here, whoever or whatever sent them.'}
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the focus; keys go from one to the next
        <div className={styles.scroll} onKeyDown={walk} data-refreshing={list.isPlaceholderData || undefined}>
          <ul className="db-list">
            {all.map((one) => (
              <li key={one.id}>
                <ConversationRow
                  conversation={one}
                  isOpen={one.id === openId}
                  isChosen={chosen.has(one.id)}
                  onChoose={() => chosen.toggle(one.id)}
                  query={query}
                />
              </li>
            ))}
          </ul>
          <More of={list} small>
            Show older ones
          </More>
        </div>
      )}
    </section>
  );
}
