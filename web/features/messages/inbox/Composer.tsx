import { ActionIcon, Box, Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type MessageChannel, messageLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useDraft } from '#web/app/drafts.ts';
import { useReadOnlyReason } from '#web/app/standing/use-standing.ts';
import { insertAt } from '#web/features/message-templates/insert.ts';
import { toast } from '#web/ui/toast.ts';
import { PostalAddressNotice, useLacksPostalAddress } from '../shared/PostalAddressNotice.tsx';
import { SegmentsLine } from '../shared/SegmentsLine.tsx';
import { TemplatePicker } from '../shared/TemplatePicker.tsx';
import type { Desk } from '../shared/useInbox.ts';
import { hasVariables, useRendered } from '../shared/useRendered.ts';
import { VariablePicker } from '../shared/VariablePicker.tsx';
import { plainText } from '../shared/words.ts';
import { rankCanned } from './canned.ts';
import { DraftButton } from './DraftButton.tsx';
import styles from './inbox.module.css';
import { NoteComposer } from './NoteComposer.tsx';
import type { Draft } from './sending.ts';
import { TypedList, useTypedList } from './TypedList.tsx';
import { type Typed, typedBehind, withTyped } from './typed-list.ts';
import { Writing } from './Writing.tsx';

interface ComposerProps {
  /** The name that the draft is kept by. */
  store: string;
  leadId: string | null;
  /** Undefined where nobody has written yet: there is no thread to note on. */
  conversationId: string | undefined;
  /** Who can be named in a note. */
  people: Desk['people'];
  /** What the person wrote last: canned replies that fit it come first. */
  lastReply: string;
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  channel: MessageChannel;
  onChannel: (channel: MessageChannel) => void;
  /** Where the person is reached; empty: not on this channel. */
  addresses: Record<MessageChannel, string>;
  /** The person has opted out of the channel. */
  disabled: boolean;
  onSend: (draft: Draft) => void;
}

/** Where one writes: a text or a mail, with templates, variables, and what it will be for the carrier. */
export function Composer(props: ComposerProps) {
  const { store, leadId, conversationId, channel, onChannel, addresses, disabled, onSend } = props;
  const { people, lastReply, isNote, onNote } = props;
  const isText = channel === 'sms';
  const [body, setBody] = useDraft(`${store} ${channel}`);
  const [subject, setSubject] = useDraft(`${store} subject`);
  const [picked, setPicked] = useState<{ id: string; body: string } | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const { rendered, error } = useRendered(channel, body, leadId, isText ? '' : subject);
  const unreachable = !addresses[channel];
  const readOnlyReason = useReadOnlyReason();
  const lacksPostalAddress = useLacksPostalAddress() && !isText;
  const isShut = disabled || unreachable || lacksPostalAddress || readOnlyReason !== undefined;
  const isReady = !isShut && body.trim() !== '' && (isText || subject.trim() !== '');

  useEffect(() => {
    if (caret.current === null) return;
    box.current?.focus();
    box.current?.setSelectionRange(caret.current, caret.current);
    setAt(caret.current);
    caret.current = null;
  });
  // A suggestion has begun a search for canned replies.
  const isSearch = body === '/';
  useEffect(() => {
    if (!isSearch || document.activeElement === box.current) return;
    box.current?.focus();
    box.current?.setSelectionRange(1, 1);
    setAt(1);
  }, [isSearch]);

  const typed = closedFor === body ? undefined : typedBehind('/', body, at);
  const templates = useQuery(
    query.messageTemplates.list.queryOptions({ input: { channel }, enabled: typed !== undefined }),
  );
  const canned = useTypedList({
    choices:
      typed &&
      rankCanned(templates.data?.templates ?? [], typed.search, lastReply).map((template) => ({
        ...template,
        detail: template.subject || plainText(template.body),
      })),
    onChoose: (template) => void takeTemplate(template, typed),
    onClose: () => setClosedFor(body),
  });

  function send() {
    if (!isReady) return;
    const isTemplate = picked !== null && picked.body === body;
    onSend({
      channel,
      subject: isText ? '' : subject.trim(),
      body: body.trim(),
      templateId: isTemplate ? picked.id : null,
    });
    setBody('');
    setSubject('');
    setPicked(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (canned.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const sends = isText ? !event.shiftKey : event.ctrlKey || event.metaKey;
    if (!sends) return;
    event.preventDefault();
    send();
  }

  function insert(text: string) {
    const end = body.length;
    const result = insertAt(body, box.current?.selectionStart ?? end, box.current?.selectionEnd ?? end, text);
    caret.current = result.caret;
    setBody(result.text);
  }

  /** Takes a template's text: in place of what was typed behind `/`, or of all that was written. */
  async function takeTemplate(
    template: { id: string; subject: string; body: string },
    typed: Typed = { from: 0, to: body.length, search: '' },
  ) {
    try {
      const filled = leadId ? await api.messageTemplates.render({ id: template.id, leadId }) : template;
      const result = withTyped(body, typed, filled.body);
      caret.current = result.caret;
      setBody(result.text);
      if (!isText && filled.subject) setSubject(filled.subject);
      setPicked(
        leadId && isText && result.text === filled.body ? { id: template.id, body: filled.body } : null,
      );
    } catch (failure) {
      toast.error(failure);
    }
  }

  const what = isText ? 'text' : 'mail';
  const filled = rendered && hasVariables(body) && rendered.body !== body;
  const ways = [
    ...(leadId || channel === 'sms' ? [{ value: 'sms', label: 'Text' }] : []),
    ...(leadId || channel === 'email' ? [{ value: 'email', label: 'Mail' }] : []),
    ...(conversationId ? [{ value: 'note', label: 'Note' }] : []),
  ];
  const head = (
    <Group gap={12} justify="space-between" wrap="nowrap">
      {ways.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Channel"
          data={ways}
          value={isNote ? 'note' : channel}
          onChange={(value) => {
            onNote(value === 'note');
            if (value !== 'note') onChannel(value as MessageChannel);
          }}
        />
      )}
      <Writing conversationId={conversationId} text={isNote ? '' : body} />
    </Group>
  );
  if (isNote && conversationId)
    return (
      <div className={styles.composer}>
        {head}
        <NoteComposer conversationId={conversationId} store={store} people={people} />
      </div>
    );
  return (
    <form
      data-changes
      className={styles.composer}
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {head}
      {lacksPostalAddress && <PostalAddressNotice />}
      {!isText && (
        <TextInput
          aria-label="Subject"
          placeholder="Subject"
          disabled={isShut}
          maxLength={messageLimits.subject}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
      )}
      <Group gap={8} align="flex-end" wrap="nowrap">
        <TypedList label="Canned replies" list={canned}>
          <Textarea
            ref={box}
            id="inbox-reply"
            flex={1}
            aria-label={isText ? 'Message' : 'Text of the mail'}
            placeholder={
              readOnlyReason ??
              (unreachable
                ? `There is no ${isText ? 'phone number' : 'e-mail address'} for a ${what}`
                : disabled
                  ? `They opted out of ${what}s`
                  : isText
                    ? 'Write a text'
                    : 'Write a mail')
            }
            autosize
            minRows={isText ? 1 : 4}
            maxRows={isText ? 8 : 14}
            maxLength={isText ? messageLimits.sms : messageLimits.email}
            disabled={isShut}
            value={body}
            onChange={(event) => {
              setBody(event.currentTarget.value);
              setAt(event.currentTarget.selectionStart);
            }}
            onSelect={(event) => setAt(event.currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            onBlur={() => setClosedFor(body)}
            {...canned.fieldProps}
          />
        </TypedList>
        <ActionIcon
          type="submit"
          size={36}
          disabled={!isReady}
          aria-label={isText ? 'Send text' : 'Send mail'}
          title={isText ? 'Send (Enter)' : 'Send (Ctrl+Enter)'}
        >
          <IconSend size={18} />
        </ActionIcon>
      </Group>
      {filled && (
        <p className={styles.preview} data-testid="composer-preview">
          <Box component="span" fw={600}>
            Goes out as
          </Box>{' '}
          <bdi>{isText ? rendered.body : plainText(rendered.body)}</bdi>
        </p>
      )}
      {error && hasVariables(body) && (
        <Box component="p" m={0} c="error" fz={13} role="alert">
          {messageOf(error)}
        </Box>
      )}
      <Group gap={4} ms={-8}>
        <TemplatePicker
          channel={channel}
          disabled={isShut}
          onPick={(template) => void takeTemplate(template)}
        />
        {leadId && <VariablePicker disabled={isShut} onInsert={insert} />}
        {isText && conversationId && (
          <DraftButton conversationId={conversationId} disabled={isShut} onDraft={insert} />
        )}
        <Box component="span" className="db-note" ms="auto" {...(!body.trim() && { visibleFrom: 'sm' })}>
          {isText && rendered && body.trim() ? (
            <SegmentsLine segments={rendered.segments} text={rendered.body} />
          ) : (
            !isShut &&
            (isText
              ? 'Enter sends, Shift+Enter makes a new line, / finds a template'
              : 'Ctrl+Enter sends, / finds a template')
          )}
        </Box>
      </Group>
    </form>
  );
}
