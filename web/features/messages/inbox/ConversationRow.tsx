import { Box, Checkbox, Flex, Group, Stack } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { InboxConversation } from '#shared/model/inbox.ts';
import { useHasDraft } from '#web/app/drafts.ts';
import { CountBadge } from '#web/ui/CountBadge.tsx';
import { Initials } from '#web/ui/Initials.tsx';
import { addressText, isTrouble, plainText, shortTime, statusWords } from '../shared/words.ts';
import styles from './inbox.module.css';

/** One conversation in the list: whom with, what was said last, and what it wants. */
export function ConversationRow({
  conversation,
  isOpen,
  isChosen,
  onChoose,
  query,
}: {
  conversation: InboxConversation;
  isOpen: boolean;
  isChosen: boolean;
  onChoose: () => void;
  query: string;
}) {
  const { id, name, lastMessage: last, unread, optedOut, state, mentioned, returnedAt, tags } = conversation;
  const hasDraft = useHasDraft(conversation.leadId ?? id);
  const isUnread = unread > 0;
  const isGiven = conversation.assigneeId !== null || conversation.groupId !== null;
  return (
    <div className={styles.rowPlace} data-chosen={isChosen || undefined}>
      <Checkbox
        className={styles.choose}
        size="sm"
        data-key={isOpen ? 'x' : undefined}
        aria-label={`Select ${addressText(name)}`}
        checked={isChosen}
        onChange={onChoose}
      />
      <Link
        to={`/messages/${id}${query ? `?${query}` : ''}`}
        className={styles.row}
        data-conversation
        aria-current={isOpen ? 'true' : undefined}
      >
        <Initials name={name.replace(/[^\p{L}\s]/gu, '') || '#'} size={36} />
        <Stack component="span" gap={3} flex={1} miw={0}>
          <Flex component="span" align="baseline" gap={8} miw={0}>
            <Box component="bdi" className="db-cut db-grow" fw={isUnread ? 650 : 550}>
              {addressText(name)}
            </Box>
            {isGiven && (
              <Box component="span" className="db-cut db-note" flex="none" maw={90}>
                {conversation.isMine ? 'you' : conversation.answererName}
              </Box>
            )}
            <Box component="time" className="db-note" flex="none" dateTime={last.at}>
              {shortTime(last.at)}
            </Box>
          </Flex>
          <Group component="span" gap={8} wrap="nowrap" miw={0}>
            <Box
              component="span"
              className="db-cut db-grow"
              fz={13}
              {...(isUnread ? { fw: 650 } : { c: 'dimmed' })}
            >
              {last.channel === 'email' && <IconMail size={13} className="db-in-text" aria-label="Mail:" />}{' '}
              {last.direction === 'outbound' && 'We: '}
              <bdi>{last.direction === 'inbound' ? last.text : plainText(last.text)}</bdi>
            </Box>
            {isTrouble(last.status) && (
              <span className={`${styles.tag} db-red`}>{statusWords[last.status].toLowerCase()}</span>
            )}
            {optedOut.includes('sms') && <span className={`${styles.tag} db-gray`}>opted out</span>}
            {hasDraft && !isOpen && <span className={`${styles.tag} db-gray`}>draft</span>}
            {returnedAt && <span className={`${styles.tag} db-amber`}>back</span>}
            {state !== 'open' && <span className={`${styles.tag} db-gray`}>{state}</span>}
            {tags.slice(0, 2).map((tag) => (
              <Box component="span" key={tag} className={`${styles.tag} db-gray db-cut`} maw={84}>
                {tag}
              </Box>
            ))}
            {tags.length > 2 && <span className={`${styles.tag} db-gray`}>+{tags.length - 2}</span>}
            {mentioned && (
              <span className={`${styles.tag} db-amber`}>
                @<span className="db-visually-hidden"> a note names you</span>
              </span>
            )}
            <CountBadge count={unread} of="unread" />
          </Group>
        </Stack>
      </Link>
    </div>
  );
}
