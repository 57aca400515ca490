import { Anchor, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconMail,
  IconMailX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Message } from '#shared/model/message.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { nameOf } from '#web/features/leads/shared/names.ts';
import { isTrouble, momentText, plainText, sourceText, statusWords, timeText } from '../shared/words.ts';
import styles from './inbox.module.css';
import type { Pending } from './sending.ts';

/** Characters of a mail that are shown before one asks for all. */
const mailShown = 600;

function Body({ channel, subject, body }: Pick<Message, 'channel' | 'subject' | 'body'>) {
  const [all, setAll] = useState(false);
  const text = channel === 'email' ? plainText(body) : body;
  const isLong = channel === 'email' && text.length > mailShown;
  return (
    <>
      {channel === 'email' && (
        <strong className={styles.subject}>
          <IconMail size={15} aria-label="Mail:" /> <bdi>{subject}</bdi>
        </strong>
      )}
      <bdi>{isLong && !all ? `${text.slice(0, mailShown)}…` : text}</bdi>
      {isLong && (
        <button type="button" className={styles.expand} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </>
  );
}

const icons = {
  sending: IconClock,
  unconfirmed: IconAlertTriangle,
  sent: IconCheck,
  delivered: IconChecks,
  failed: IconAlertTriangle,
  bounced: IconMailX,
  complained: IconMailX,
} as const;

/** What somebody said, and what became of it. */
export function Bubble({ message }: { message: Message }) {
  const { user } = useSignedIn();
  const people = useAgents();
  const { direction, status, at, error, segments, mediaUrls, kind, source, sentBy } = message;
  const isOut = direction === 'outbound';
  const Icon = status === 'received' ? undefined : icons[status];
  const by = isOut
    ? (sourceText(message) ?? (sentBy === user.userId ? null : `by ${nameOf(people, sentBy)}`))
    : null;
  return (
    <div className={styles.said} data-out={isOut || undefined} data-message={message.id}>
      <div className={styles.bubble} data-trouble={isTrouble(status) || undefined}>
        <Body {...message} />
        {mediaUrls.map((url, n) => (
          <Anchor
            key={url}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            display="block"
            size="sm"
            c="inherit"
            underline="always"
          >
            {`Attachment ${n + 1}`}
          </Anchor>
        ))}
      </div>
      <div className={styles.meta} data-trouble={isTrouble(status) || undefined}>
        <time dateTime={at} title={new Date(at).toLocaleString()}>
          {timeText(at)}
        </time>
        {isOut && Icon && (
          <span className={styles.state}>
            <Icon size={14} aria-hidden="true" />
            {statusWords[status]}
            {(status === 'failed' || status === 'bounced') && error ? `: ${error}` : ''}
          </span>
        )}
        {segments && segments.count > 1 && <span>{segments.count} segments</span>}
        {by &&
          (source.kind === 'blast' && source.id ? (
            <Anchor
              component={Link}
              to={`/messages/blasts/${source.id}`}
              inherit
              c="inherit"
              underline="always"
            >
              {by}
            </Anchor>
          ) : (
            <span>{by}</span>
          ))}
      </div>
      {(kind === 'stop' || kind === 'start') && (
        <div className={styles.event}>
          {kind === 'stop' ? (
            <IconBan size={14} aria-hidden="true" />
          ) : (
            <IconCheck size={14} aria-hidden="true" />
          )}
          {kind === 'stop' ? 'Opted out of texts' : 'Agreed to texts again'}
        </div>
      )}
    </div>
  );
}

interface PendingBubbleProps {
  pending: Pending;
  onRetry: () => void;
  onEdit: () => void;
  onDiscard: () => void;
}

/** What was written here just now: on its way, or not gone out and why. */
export function PendingBubble({ pending, onRetry, onEdit, onDiscard }: PendingBubbleProps) {
  const { state, error, nextAllowedAt } = pending;
  const isUnsent = state !== 'sending' && state !== 'sent';
  return (
    <div className={styles.said} data-out data-pending={state}>
      <div
        className={styles.bubble}
        data-faint={state === 'sending' || undefined}
        data-trouble={isUnsent || undefined}
      >
        <Body {...(pending.message ?? pending)} />
      </div>
      {isUnsent ? (
        <div className={styles.trouble} role="alert">
          <div>
            <strong>Not sent.</strong> {error}
          </div>
          {state === 'refused' && (
            <div>
              {nextAllowedAt
                ? `It is allowed from ${momentText(nextAllowedAt)} on.`
                : 'Waiting does not change that.'}
            </div>
          )}
          <div className={styles.troubleActions}>
            {state === 'again' && (
              <Button size="compact-xs" variant="default" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button size="compact-xs" variant="default" onClick={onEdit}>
              Edit
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        </div>
      ) : (
        <div className={styles.meta}>
          <span className={styles.state}>
            {state === 'sent' ? (
              <IconCheck size={14} aria-hidden="true" />
            ) : (
              <IconClock size={14} aria-hidden="true" />
            )}
            {state === 'sent' ? statusWords.sent : statusWords.sending}
          </span>
        </div>
      )}
    </div>
  );
}
