import { Anchor, Box, Button, Flex, Group, Stack, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconMail,
  IconMailX,
  IconPaperclip,
  IconRobot,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Message } from '#shared/model/message.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { personName } from '#web/features/leads/shared/names.ts';
import {
  isTrouble,
  momentText,
  plainText,
  sizeText,
  sourcePath,
  sourceText,
  statusWords,
  timeText,
} from '../shared/words.ts';
import styles from './inbox.module.css';
import type { Pending } from './sending.ts';
import { WhyThisNumber } from './WhyThisNumber.tsx';

/** Characters of a mail that are shown before one asks for all. */
const mailShown = 600;

type BodyProps = Pick<Message, 'channel' | 'subject' | 'body'> &
  Partial<Pick<Message, 'direction' | 'quoted' | 'attachments'>>;

/** What shows more of a mail. */
const expander = { display: 'block', mt: 6, fz: 13, td: 'underline' } as const;

function Body({ channel, subject, body, direction, quoted, attachments }: BodyProps) {
  const [all, setAll] = useState(false);
  const [withQuote, setWithQuote] = useState(false);
  // What came in is plain text already.
  const text = channel === 'email' && direction !== 'inbound' ? plainText(body) : body;
  const isLong = channel === 'email' && text.length > mailShown;
  return (
    <>
      {channel === 'email' && (
        <Box component="strong" display="block" mb={4}>
          <IconMail size={15} className="db-in-text" aria-label="Mail:" /> <bdi>{subject}</bdi>
        </Box>
      )}
      <bdi>{isLong && !all ? `${text.slice(0, mailShown)}…` : text}</bdi>
      {isLong && (
        <UnstyledButton {...expander} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all of it'}
        </UnstyledButton>
      )}
      {quoted && (
        <UnstyledButton {...expander} aria-expanded={withQuote} onClick={() => setWithQuote(!withQuote)}>
          {withQuote ? 'Hide the rest of the mail' : 'Show the rest of the mail'}
        </UnstyledButton>
      )}
      {quoted && withQuote && <bdi className={styles.quoted}>{quoted}</bdi>}
      {attachments && (
        <Box component="span" className="db-beside" mt={8} fz={13}>
          <IconPaperclip size={14} aria-hidden="true" />
          <span>
            <bdi>{attachments.map(({ name, bytes }) => `${name} (${sizeText(bytes)})`).join(', ')}</bdi>.
            Attachments are not kept: ask for them at another address.
          </span>
        </Box>
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
  const path = sourcePath(message);
  const { direction, status, at, error, segments, mediaUrls, kind, sentBy, channel, address } = message;
  const isOut = direction === 'outbound';
  const Icon = status === 'received' ? undefined : icons[status];
  const by = isOut
    ? (sourceText(message) ?? (sentBy === user.userId ? null : `by ${personName(people, sentBy)}`))
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
      <div className={styles.meta}>
        <time dateTime={at} title={new Date(at).toLocaleString()}>
          {timeText(at)}
        </time>
        {isOut && Icon && (
          <Group
            component="span"
            gap={4}
            wrap="nowrap"
            display="inline-flex"
            {...(isTrouble(status) && { c: 'error' })}
          >
            <Icon size={14} aria-hidden="true" />
            {statusWords[status]}
            {(status === 'failed' || status === 'bounced') && error ? `: ${error}` : ''}
          </Group>
        )}
        {!isOut && channel === 'email' && <bdi>{address}</bdi>}
        {segments && segments.count > 1 && <span>{segments.count} segments</span>}
        {by &&
          (path ? (
            <Anchor component={Link} to={path} inherit c="inherit" underline="always">
              {by}
            </Anchor>
          ) : (
            <span>{by}</span>
          ))}
        {isOut && <WhyThisNumber message={message} />}
      </div>
      {kind === 'auto' && (
        <div className={styles.event}>
          <IconRobot size={14} aria-hidden="true" />
          Sent by a program: it counts as no reply
        </div>
      )}
      {(kind === 'stop' || kind === 'start') && (
        <div className={styles.event}>
          {kind === 'stop' ? (
            <IconBan size={14} aria-hidden="true" />
          ) : (
            <IconCheck size={14} aria-hidden="true" />
          )}
          {kind === 'start'
            ? 'Agreed to texts again'
            : channel === 'email'
              ? 'Opted out of mails'
              : 'Opted out of texts'}
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
        <Stack gap={4} maw="min(90%, 560px)" c="error" fz={13} ta="end" role="alert">
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
          <Flex gap={6} justify="flex-end" mt={2}>
            {state === 'again' && (
              <Button data-changes size="compact-xs" variant="default" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button size="compact-xs" variant="default" onClick={onEdit}>
              Edit
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
              Discard
            </Button>
          </Flex>
        </Stack>
      ) : (
        <div className={styles.meta}>
          <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
            {state === 'sent' ? (
              <IconCheck size={14} aria-hidden="true" />
            ) : (
              <IconClock size={14} aria-hidden="true" />
            )}
            {state === 'sent' ? statusWords.sent : statusWords.sending}
          </Group>
        </div>
      )}
    </div>
  );
}
