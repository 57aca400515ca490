import { ActionIcon, Box, Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type MessageChannel, messageLimits } from '#shared/model/message.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useReadOnlyReason } from '#web/app/standing/use-standing.ts';
import { insertAt } from '#web/features/message-templates/insert.ts';
import { toast } from '#web/ui/toast.ts';
import { PostalAddressNotice, useLacksPostalAddress } from '../shared/PostalAddressNotice.tsx';
import { SegmentsLine } from '../shared/SegmentsLine.tsx';
import { TemplatePicker } from '../shared/TemplatePicker.tsx';
import { hasVariables, useRendered } from '../shared/useRendered.ts';
import { VariablePicker } from '../shared/VariablePicker.tsx';
import { plainText } from '../shared/words.ts';
import styles from './inbox.module.css';
import { type Draft, useDraft } from './sending.ts';

interface ComposerProps {
  /** The name that the draft is kept by. */
  store: string;
  leadId: string | null;
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
  const { store, leadId, channel, onChannel, addresses, disabled, onSend } = props;
  const isText = channel === 'sms';
  const [body, setBody] = useDraft(`${store} ${channel}`);
  const [subject, setSubject] = useDraft(`${store} subject`);
  const [picked, setPicked] = useState<{ id: string; body: string } | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
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
    caret.current = null;
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

  async function takeTemplate(template: { id: string; subject: string; body: string }) {
    try {
      const filled = leadId ? await api.messageTemplates.render({ id: template.id, leadId }) : template;
      const text = filled.body;
      caret.current = text.length;
      setBody(text);
      if (!isText) setSubject(filled.subject);
      setPicked(leadId && isText ? { id: template.id, body: text } : null);
    } catch (failure) {
      toast.error(failure);
    }
  }

  const what = isText ? 'text' : 'mail';
  const filled = rendered && hasVariables(body) && rendered.body !== body;
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
      {leadId && (
        <SegmentedControl
          size="xs"
          aria-label="Channel"
          className={styles.channel}
          data={[
            { value: 'sms', label: 'Text' },
            { value: 'email', label: 'Mail' },
          ]}
          value={channel}
          onChange={(value) => onChannel(value as MessageChannel)}
        />
      )}
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
        <Textarea
          ref={box}
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
          onChange={(event) => setBody(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
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
          <span>Goes out as</span> <bdi>{isText ? rendered.body : plainText(rendered.body)}</bdi>
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
        <span className={styles.hint} data-keys={body.trim() === '' || undefined}>
          {isText && rendered && body.trim() ? (
            <SegmentsLine segments={rendered.segments} text={rendered.body} />
          ) : (
            !isShut && (isText ? 'Enter sends, Shift+Enter makes a new line' : 'Ctrl+Enter sends')
          )}
        </span>
      </Group>
    </form>
  );
}
