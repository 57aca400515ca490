import { ActionIcon, Anchor, Box, Button } from '@mantine/core';
import { IconArrowLeft, IconBan, IconMessageOff, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { MessageChannel } from '#shared/model/message.ts';
import { query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { keepDraft } from '#web/app/drafts.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { useKeys } from '#web/phone/keys.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { More } from '#web/ui/More.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { useDesk, useThread } from '../shared/useInbox.ts';
import { addressText, dayText } from '../shared/words.ts';
import { Bubble, PendingBubble } from './Bubble.tsx';
import { Composer } from './Composer.tsx';
import { DeskBar } from './DeskBar.tsx';
import styles from './inbox.module.css';
import { press } from './keys.ts';
import { NoteBubble } from './NoteBubble.tsx';
import { type Draft, discard, type Party, sendAgain, sendDraft, usePending } from './sending.ts';
import { Triage } from './Triage.tsx';
import { useFreshConsent, useMarkRead, useReplySubject, useStickToEnd } from './thread-hooks.ts';
import { useGoToField } from './use-go-to-field.ts';
import { useDeskActions } from './useDeskActions.ts';

interface ThreadProps {
  /** Left out for a lead that nobody has written to yet. */
  conversationId?: string;
  leadId: string | null;
  /** What the lead is called, where no conversation says it. */
  name?: string;
  onLead?: (leadId: string | null) => void;
}

/** What scrolls must be reachable by keyboard, too. */
const reachable = { role: 'log', 'aria-label': 'Messages', tabIndex: 0 } as const;

/** One thread: what was said, day by day, and where one writes. */
export function Thread({ conversationId, leadId: knownLead, name, onLead }: ThreadProps) {
  const { user } = useSignedIn();
  const may = useMay();
  const seesAll = useSeesAllLeads();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const thread = useThread(conversationId);
  const { conversation, messages } = thread;
  const leadId = conversation?.leadId ?? knownLead;
  const store = leadId ?? conversationId ?? '';
  const pending = usePending(store).filter(({ message }) => !messages?.some(({ id }) => id === message?.id));
  const lead = useQuery(
    query.leads.get.queryOptions({ input: { id: leadId ?? '' }, enabled: leadId !== null }),
  );
  const [chosen, setChannel] = useState<MessageChannel>(params.get('channel') === 'email' ? 'email' : 'sms');
  // A stranger is known by a number or by an address, and reached by that alone.
  const address = conversation?.address ?? '';
  const stranger: MessageChannel = address.includes('@') ? 'email' : 'sms';
  const channel = conversation && !leadId ? stranger : chosen;
  const isChosen = useRef(params.has('channel'));
  useEffect(() => {
    if (!conversation || isChosen.current) return;
    isChosen.current = true;
    // A mail is answered by a mail.
    const { channel: by, direction } = conversation.lastMessage;
    if (by === 'email' && direction === 'inbound') setChannel('email');
  }, [conversation]);
  const own = (conversation?.ownerId ?? lead.data?.ownerId) === user.userId;
  useReplySubject(store, messages);
  const desk = useDesk(conversationId);
  const actions = useDeskActions(conversationId ?? '');
  const [isNote, setNote] = useState(false);
  const write = useGoToField(
    setNote,
    messages !== undefined || conversationId === undefined || thread.error !== null,
  );
  useKeys({
    r: () => write(false),
    n: () => write(true),
    g: () => press('g'),
    s: () => press('s'),
    t: () => press('t'),
    x: () => press('x'),
    e: () => press('e'),
  });
  useMarkRead(conversationId, conversation?.unread ?? 0, own, desk.data?.conversation.mentioned ?? false);
  useFreshConsent(conversation?.optedOut.join());
  useEffect(() => onLead?.(leadId), [leadId, onLead]);
  const notes = desk.data?.notes ?? [];
  const newest = `${messages?.at(-1)?.id} ${notes.at(-1)?.id} ${pending.map(({ key, state }) => key + state).join()}`;
  const { box, onScroll, toEnd } = useStickToEnd(newest);

  // A stranger has become a lead: what was said is in the lead's thread now.
  const movedTo =
    conversation && conversationId && conversation.id !== conversationId ? conversation.id : null;
  useEffect(() => {
    if (movedTo) void navigate(`/messages/${movedTo}?${params}`, { replace: true });
  }, [movedTo, navigate, params]);

  const party: Party = {
    leadId,
    to: address,
    asAgent: !seesAll && own && may('ownMessages.send'),
  };
  const follow = (sent: Promise<{ conversationId: string } | null>) => {
    toEnd();
    void sent.then((message) => {
      if (message && !conversationId)
        void navigate(`/messages/${message.conversationId}?${params}`, { replace: true });
    });
  };
  const send = (draft: Draft) => follow(sendDraft(store, draft, party));

  const gone = thread.error instanceof ApiError && [400, 404].includes(thread.error.status);
  if (thread.error && !messages)
    return (
      <section className={styles.thread} aria-label="Thread">
        {gone ? (
          <EmptyState
            icon={IconMessageOff}
            title="There is no such conversation"
            action={
              <Button component={Link} to="/messages" variant="default">
                All conversations
              </Button>
            }
          >
            It is with somebody else’s lead, or its lead was deleted.
          </EmptyState>
        ) : (
          <ErrorState
            title="The conversation could not be loaded"
            error={thread.error}
            onRetry={() => thread.refetch()}
          />
        )}
      </section>
    );

  const title = conversation?.name ?? name ?? '';
  const phone = lead.data?.phone || (stranger === 'sms' ? address : '');
  const email = lead.data?.email ?? (stranger === 'email' ? address : '');
  const optedOut = new Set([
    ...(conversation?.optedOut ?? []),
    ...(['sms', 'email'] as const).filter((one) => lead.data?.consent[one].state === 'withdrawn'),
  ]);
  const known = messages ?? (conversationId ? undefined : []);
  // A note older than the messages that are shown comes with those it was written among.
  const from = thread.hasNextPage ? (known?.[0]?.at ?? '') : '';
  const said = [
    ...(known ?? []).map((message) => ({ at: message.at, id: message.id, message })),
    ...notes.filter(({ at }) => at >= from).map((note) => ({ at: note.at, id: note.id, note })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return (
    <section className={styles.thread} aria-label={title ? `Thread with ${addressText(title)}` : 'Thread'}>
      <header className={styles.threadHead}>
        <ActionIcon
          hiddenFrom="sm"
          component={Link}
          to={`/messages?${params}`}
          variant="subtle"
          color="gray"
          size={36}
          aria-label="All conversations"
        >
          <IconArrowLeft size={20} />
        </ActionIcon>
        <Box flex={1} miw={0}>
          <Box component="h2" className="db-cut" m={0} fz="lg" fw={650}>
            <bdi>{addressText(title)}</bdi>
          </Box>
          <Box className="db-cut db-figures" c="dimmed" fz={13}>
            {[phone && addressText(phone), email, !leadId && conversation && 'Not a lead']
              .filter((one) => one && one !== addressText(title))
              .join(' · ')}
          </Box>
        </Box>
        {leadId && (
          <Button
            component={Link}
            to={`/leads/${leadId}`}
            variant="default"
            size="compact-sm"
            leftSection={<IconUser size={15} />}
          >
            Lead
          </Button>
        )}
        {desk.data && may('messages.send') && <DeskBar desk={desk.data} actions={actions} />}
      </header>
      <div ref={box} className={styles.messages} onScroll={onScroll} {...reachable}>
        {!known ? (
          <Box p={24}>
            <LinesSkeleton lines={6} />
          </Box>
        ) : (
          <>
            <More of={thread} small>
              Show earlier messages
            </More>
            {known.length === 0 && pending.length === 0 && (
              <Box component="p" my="auto" c="dimmed" ta="center">
                Nobody has written to {title || 'this person'} yet.
              </Box>
            )}
            {said.map((one, at) => (
              <Fragment key={one.id}>
                {(at === 0 || dayText(said[at - 1]!.at) !== dayText(one.at)) && (
                  <div className={styles.day}>{dayText(one.at)}</div>
                )}
                {'note' in one ? (
                  <NoteBubble conversationId={conversationId ?? ''} note={one.note} />
                ) : (
                  <Bubble message={one.message} />
                )}
              </Fragment>
            ))}
            {pending.map((one) => (
              <PendingBubble
                key={one.key}
                pending={one}
                onRetry={() => follow(sendAgain(store, one, party))}
                onEdit={() => {
                  keepDraft(`${store} ${one.channel}`, one.body);
                  if (one.channel === 'email') keepDraft(`${store} subject`, one.subject);
                  setChannel(one.channel);
                  discard(store, one.key);
                }}
                onDiscard={() => discard(store, one.key)}
              />
            ))}
          </>
        )}
      </div>
      {optedOut.has(channel) && (
        <div className={styles.bar} role="note">
          <IconBan size={18} aria-hidden="true" />
          <div>
            <strong>{channel === 'sms' ? 'They opted out of texts.' : 'They opted out of mails.'}</strong>{' '}
            {channel === 'sms'
              ? 'Nothing more may be texted to them until they text YES or START themselves.'
              : 'Nothing more may be mailed to them.'}{' '}
            {leadId && (
              <Anchor component={Link} to={`/leads/${leadId}`} inherit c="inherit">
                Their consent
              </Anchor>
            )}
          </div>
        </div>
      )}
      {messages &&
        pending.length === 0 &&
        desk.data?.conversation.state === 'open' &&
        may('messages.send') && (
          <Triage
            messages={messages}
            lead={lead.data}
            actions={actions}
            onAnswer={() => {
              setNote(false);
              keepDraft(`${store} ${channel}`, '/');
            }}
          />
        )}
      {known && (
        <Composer
          store={store}
          leadId={leadId}
          conversationId={conversationId}
          people={desk.data?.people ?? []}
          lastReply={messages?.findLast(({ direction }) => direction === 'inbound')?.body ?? ''}
          isNote={isNote && conversationId !== undefined}
          onNote={setNote}
          channel={channel}
          onChannel={setChannel}
          addresses={{ sms: phone, email }}
          disabled={optedOut.has(channel)}
          onSend={send}
        />
      )}
    </section>
  );
}
