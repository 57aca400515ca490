import { Anchor, Box, SegmentedControl, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { variantKey } from '#shared/model/campaign-test.ts';
import { messageLimits } from '#shared/model/message.ts';
import { codeLength, shortLinkAt, withShortLinks } from '#shared/model/short-links.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { insertAt } from '#web/features/message-templates/insert.ts';
import { SegmentsLine } from '#web/features/messages/shared/SegmentsLine.tsx';
import shared from '#web/features/messages/shared/shared.module.css';
import { useRendered } from '#web/features/messages/shared/useRendered.ts';
import { VariablePicker } from '#web/features/messages/shared/VariablePicker.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import type { CampaignDraft } from './draft.ts';
import type { StepProps } from './NewCampaign.tsx';
import { TestFields } from './TestFields.tsx';
import type { Audience } from './useAudience.ts';

/** The templates for texts that are in use. */
function useTextTemplates() {
  const list = useQuery(query.messageTemplates.list.queryOptions({ input: { channel: 'sms' } }));
  return list.data?.templates.filter(({ isActive }) => isActive);
}

/** The texts of a draft, be they written here or a template's; of a test each with its letter. */
export function useCampaignTexts({
  text,
  message,
  templateId,
  test,
}: CampaignDraft): { key: string; text: string }[] {
  const templates = useTextTemplates();
  if (text === 'test') return test.variants.map((one, at) => ({ key: variantKey(at), text: one.message }));
  const one = text === 'message' ? message : (templates?.find(({ id }) => id === templateId)?.body ?? '');
  return [{ key: '', text: one }];
}

/** What everybody gets, with its segments for each and for all. */
export function WhatStep({ draft, change, problems, audience }: StepProps) {
  const templates = useTextTemplates();
  const box = useRef<HTMLTextAreaElement>(null);
  function insert(variable: string) {
    const { message } = draft;
    const from = box.current?.selectionStart ?? message.length;
    change({ message: insertAt(message, from, box.current?.selectionEnd ?? from, variable).text });
  }
  return (
    <Columns template="minmax(0, 1fr) 380px">
      <Surface component="section" aria-label="What">
        <Stack gap="md">
          <SegmentedControl
            aria-label="Where the text comes from"
            data={[
              { value: 'message', label: 'Write a text' },
              { value: 'template', label: 'A template' },
              { value: 'test', label: 'Test several' },
            ]}
            value={draft.text}
            onChange={(value) => change({ text: value as CampaignDraft['text'] })}
          />
          {draft.text === 'test' ? (
            <TestFields draft={draft} change={change} problems={problems} />
          ) : draft.text === 'message' ? (
            <div>
              <Textarea
                ref={box}
                label="Text"
                autosize
                minRows={5}
                maxRows={16}
                maxLength={messageLimits.sms}
                error={problems.message}
                value={draft.message}
                onChange={(event) => change({ message: event.currentTarget.value })}
              />
              <Box mt={6}>
                <VariablePicker onInsert={insert} />
              </Box>
            </div>
          ) : templates?.length === 0 ? (
            <Text size="sm" c="dimmed">
              There is no template for texts yet.{' '}
              <Anchor component={Link} to="/templates/new-sms" inherit>
                Write one
              </Anchor>
            </Text>
          ) : (
            <Select
              label="Template"
              placeholder="Choose one"
              searchable
              data={(templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              error={problems.templateId}
              value={draft.templateId}
              onChange={(templateId) => change({ templateId })}
            />
          )}
          <Switch
            label="Count who opens links"
            description={`Links of the text become short links of ${location.host}, one for each person.`}
            checked={draft.shortLinks}
            onChange={(event) => change({ shortLinks: event.currentTarget.checked })}
          />
        </Stack>
      </Surface>
      <TextPreviews draft={draft} audience={audience} />
    </Columns>
  );
}

/** What the first of the people would get: one text, or each of a test. */
export function TextPreviews({ draft, audience }: { draft: CampaignDraft; audience: Audience }) {
  const texts = useCampaignTexts(draft);
  const { tenantId } = useSignedIn();
  const sample = shortLinkAt(location.origin, tenantId, 'x'.repeat(codeLength));
  const asSent = (text: string) => (draft.shortLinks ? withShortLinks(text, text, () => sample) : text);
  return (
    <Stack gap={20} miw={0}>
      {texts.map(({ key, text }) => (
        <TextPreview key={key} variant={key} text={asSent(text)} audience={audience} />
      ))}
    </Stack>
  );
}

/** The text as the first of them would get it, and what it comes to in segments. */
function TextPreview({
  text,
  audience,
  variant,
}: {
  text: string;
  audience: Audience;
  /** The letter of a test's text; '' where there is one text for all. */
  variant: string;
}) {
  const { rendered, error } = useRendered('sms', text, audience.sample);
  const each = rendered?.segments?.count ?? 0;
  const all = audience.people === null ? null : each * audience.people;
  return (
    <Surface component="section" aria-label={variant ? `Preview of ${variant}` : 'Preview'}>
      <Text size="sm" fw={600} mb={10}>
        {variant && `${variant}, as`}
        {!variant && 'As'} {audience.sample ? 'the first of them' : 'a sample lead'} gets it
      </Text>
      {error && text.trim() ? (
        <Text size="sm" c="red" role="alert">
          {messageOf(error)}
        </Text>
      ) : !rendered ? (
        <Text size="sm" c="dimmed">
          What you write shows here.
        </Text>
      ) : (
        <Stack gap={8}>
          <p className={shared.rendered}>
            <bdi>{rendered.body}</bdi>
          </p>
          <SegmentsLine segments={rendered.segments} text={rendered.body} />
          {all !== null && !variant && (
            <Text size="sm">
              The carrier counts{' '}
              <strong className="db-figures">
                {audience.more ? 'more than ' : ''}
                {all.toLocaleString()} {all === 1 ? 'segment' : 'segments'}
              </strong>{' '}
              for all, if values are as long for everybody.
            </Text>
          )}
        </Stack>
      )}
    </Surface>
  );
}
