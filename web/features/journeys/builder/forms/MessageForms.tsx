import {
  Anchor,
  Collapse,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type MessageChannel, templateLimits } from '#shared/model/message-template.ts';
import { query } from '#web/app/api.ts';
import { insertAt } from '#web/features/message-templates/insert.ts';
import { Preview } from '#web/features/message-templates/Preview.tsx';
import { VariablePalette } from '#web/features/message-templates/VariablePalette.tsx';
import {
  PostalAddressNotice,
  useLacksPostalAddress,
} from '#web/features/messages/shared/PostalAddressNotice.tsx';
import styles from './forms.module.css';
import { PoolField } from './PoolField.tsx';
import type { FormProps } from './useConfigForm.ts';

/** The longest mail of its own that a step holds; shared/model/journey/steps/email.ts. */
const mailCharacters = 20_000;

export function SmsForm({ form: { config, set } }: FormProps<'sms'>) {
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Source channel="sms" templateId={config.templateId} onTemplate={(templateId) => set({ templateId })}>
        <Textarea
          ref={box}
          label="Text"
          autosize
          minRows={4}
          maxRows={14}
          maxLength={templateLimits.sms}
          dir="auto"
          value={config.body}
          onChange={(event) => set({ body: event.currentTarget.value })}
        />
        <Variables box={box} value={config.body} onChange={(body) => set({ body })} />
        <Preview channel="sms" subject="" body={config.body} onReplace={(body) => set({ body })} />
      </Source>
      <PoolField value={config.poolId} onChange={(poolId) => set({ poolId })} />
    </>
  );
}

export function EmailForm({ form: { config, set } }: FormProps<'email'>) {
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      {useLacksPostalAddress() && <PostalAddressNotice />}
      <Source channel="email" templateId={config.templateId} onTemplate={(templateId) => set({ templateId })}>
        <TextInput
          label="Subject"
          maxLength={templateLimits.subject}
          dir="auto"
          value={config.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
        <Textarea
          ref={box}
          label="Mail"
          autosize
          minRows={6}
          maxRows={18}
          maxLength={mailCharacters}
          dir="auto"
          value={config.body}
          onChange={(event) => set({ body: event.currentTarget.value })}
        />
        <Variables box={box} value={config.body} onChange={(body) => set({ body })} />
        <Preview channel="email" subject={config.subject} body={config.body} />
      </Source>
    </>
  );
}

interface SourceProps {
  channel: MessageChannel;
  templateId: string | null;
  onTemplate: (id: string | null) => void;
  /** The fields of a message that is written here. */
  children: React.ReactNode;
}

/** A message is written in the step, or it is a template, which then counts in its newest form. */
function Source({ channel, templateId, onTemplate, children }: SourceProps) {
  const [chosen, setChosen] = useState<'own' | 'template'>(templateId ? 'template' : 'own');
  const source = templateId ? 'template' : chosen;
  const { data } = useQuery(query.messageTemplates.list.queryOptions({ input: { channel } }));
  const templates = data?.templates ?? [];
  const template = templates.find(({ id }) => id === templateId);
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Where the text comes from"
        data={[
          { value: 'own', label: channel === 'sms' ? 'Write a text' : 'Write a mail' },
          { value: 'template', label: 'A template' },
        ]}
        value={source}
        onChange={(value) => {
          setChosen(value as 'own');
          if (value === 'own') onTemplate(null);
        }}
      />
      {source === 'own' ? (
        children
      ) : (
        <>
          <Select
            label="Template"
            placeholder={templates.length > 0 ? 'Choose one' : 'There is none yet'}
            searchable
            data={templates
              .filter(({ isActive, id }) => isActive || id === templateId)
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={templateId}
            error={templateId && data && !template ? 'This template is not there any more.' : undefined}
            onChange={onTemplate}
          />
          {template ? (
            <>
              <Preview channel={channel} subject={template.subject} body={template.body} />
              <Anchor component={Link} to={`/templates/${template.id}`} size="xs">
                Change the template
              </Anchor>
            </>
          ) : (
            <Text size="xs" c="dimmed">
              Templates are written once and used in many places.{' '}
              <Anchor component={Link} to="/templates" size="xs">
                To the templates
              </Anchor>
            </Text>
          )}
        </>
      )}
    </>
  );
}

interface VariablesProps {
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
}

/** What may be filled in; a press puts it where the caret is. */
function Variables({ box, value, onChange }: VariablesProps) {
  const [opened, setOpened] = useState(false);
  const insert = (what: string) => {
    const field = box.current;
    const { text, caret } = insertAt(
      value,
      field?.selectionStart ?? value.length,
      field?.selectionEnd ?? value.length,
      what,
    );
    onChange(text);
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(caret, caret);
    });
  };
  return (
    <div>
      <UnstyledButton className={styles.more} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <IconChevronDown size={15} aria-hidden="true" /> Put in a value of the lead
      </UnstyledButton>
      <Collapse expanded={opened}>
        <Stack gap={14} pt={10}>
          <VariablePalette onInsert={insert} />
          <Text size="xs" c="dimmed">
            Where a value may be missing, say what stands there instead:{' '}
            <code>{"{{ lead.firstName | default: 'there' }}"}</code>
          </Text>
        </Stack>
      </Collapse>
    </div>
  );
}
