import { Checkbox } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { InboxConversation } from '#shared/model/inbox.ts';
import { useHasDraft } from '#web/app/drafts.ts';
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
        data-unread={isUnread || undefined}
        aria-current={isOpen ? 'true' : undefined}
      >
        <Initials name={name.replace(/[^\p{L}\s]/gu, '') || '#'} size={36} />
        <span className={styles.rowWords}>
          <span className={styles.rowTop}>
            <bdi className={styles.rowName}>{addressText(name)}</bdi>
            {isGiven && (
              <span className={styles.answerer}>
                {conversation.isMine ? 'you' : conversation.answererName}
              </span>
            )}
            <time dateTime={last.at}>{shortTime(last.at)}</time>
          </span>
          <span className={styles.rowBottom}>
            <span className={styles.rowText}>
              {last.channel === 'email' && <IconMail size={13} aria-label="Mail:" />}
              {last.direction === 'outbound' && 'We: '}
              <bdi>{last.direction === 'inbound' ? last.text : plainText(last.text)}</bdi>
            </span>
            {isTrouble(last.status) && (
              <span className={styles.failedTag}>{statusWords[last.status].toLowerCase()}</span>
            )}
            {optedOut.includes('sms') && <span className={styles.outTag}>opted out</span>}
            {hasDraft && !isOpen && <span className={styles.outTag}>draft</span>}
            {returnedAt && <span className={styles.backTag}>back</span>}
            {state !== 'open' && <span className={styles.outTag}>{state}</span>}
            {tags.slice(0, 2).map((tag) => (
              <span key={tag} className={styles.tag}>
                {tag}
              </span>
            ))}
            {tags.length > 2 && <span className={styles.tag}>+{tags.length - 2}</span>}
            {mentioned && (
              <span className={styles.backTag}>
                @<span className="db-visually-hidden"> a note names you</span>
              </span>
            )}
            {isUnread && (
              <span className={styles.unread}>
                {unread}
                <span className="db-visually-hidden"> unread</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </div>
  );
}
