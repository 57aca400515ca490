import { Alert, Box, Button, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { looksLikeHtml } from '#shared/model/markup.ts';
import type { MessageChannel } from '#shared/model/message-template.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { culpritsOf, withTwins } from './segments.ts';
import styles from './templates.module.css';

interface PreviewProps {
  channel: MessageChannel;
  subject: string;
  body: string;
  /** Puts a text in the place of the body: without the characters that cost segments. */
  onReplace?: (body: string) => void;
}

/** The message as it would arrive at a lead, or at a sample one; made again as one types. */
export function Preview({ channel, subject, body, onReplace }: PreviewProps) {
  const [leadId, setLeadId] = useState<string | null>(null);
  const [asked] = useDebouncedValue({ subject, body }, 350);
  const preview = useQuery(
    query.messageTemplates.preview.queryOptions({
      input: { channel, ...asked, ...(leadId ? { leadId } : {}) },
      enabled: asked.body !== '',
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  const shown = preview.error || asked.body === '' ? undefined : preview.data;
  return (
    <Surface component="section" aria-label="Preview">
      <Stack gap={16}>
        <LeadChoice value={leadId} onChange={setLeadId} />
        {preview.error && asked.body !== '' ? (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {messageOf(preview.error)}
          </Alert>
        ) : asked.body === '' ? (
          <Text size="sm" c="dimmed">
            What you write shows here as it would arrive.
          </Text>
        ) : !shown ? (
          <LinesSkeleton lines={4} />
        ) : channel === 'sms' ? (
          <>
            <div className={styles.bubble} data-testid="preview-text">
              <bdi>{shown.body}</bdi>
            </div>
            {shown.segments && (
              <Segments segments={shown.segments} rendered={shown.body} body={body} onReplace={onReplace} />
            )}
          </>
        ) : (
          <Box className="db-frame" style={{ overflow: 'hidden' }}>
            <Box
              className="db-wrap"
              p="10px 16px"
              fw={600}
              style={{ borderBlockEnd: '1px solid var(--db-line)' }}
            >
              {shown.subject || (
                <Box component="span" c="dimmed" fw={400}>
                  No subject
                </Box>
              )}
            </Box>
            {/* A mail's own markup runs nowhere: no scripts, no forms, no way out of the frame. */}
            <iframe title="The mail" sandbox="" srcDoc={mailPage(shown.body)} className={styles.mailBody} />
          </Box>
        )}
      </Stack>
    </Surface>
  );
}

/** A plain text keeps its lines; markup stands as it is. */
function mailPage(body: string): string {
  const isMarkup = looksLikeHtml(body);
  const escaped = body.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const style = 'font: 14px/1.55 system-ui, sans-serif; margin: 16px; overflow-wrap: anywhere;';
  return `<!doctype html><meta charset="utf-8"><body style="${style}${isMarkup ? '' : ' white-space: pre-wrap;'}">${isMarkup ? body : escaped}</body>`;
}

interface SegmentsProps {
  segments: { count: number; encoding: 'GSM-7' | 'UCS-2'; characters: number; perSegment: number };
  rendered: string;
  body: string;
  onReplace: ((body: string) => void) | undefined;
}

/** How many segments a carrier counts, and which characters make it more. */
function Segments({ segments, rendered, body, onReplace }: SegmentsProps) {
  const { count, encoding, characters, perSegment } = segments;
  const culprits = encoding === 'UCS-2' ? culpritsOf(rendered) : [];
  const fixed = withTwins(body);
  return (
    <Box pt={12} style={{ borderBlockStart: '1px solid var(--db-line)' }} role="status">
      <Text size="sm" fw={550} className="db-figures">
        {count} {count === 1 ? 'segment' : 'segments'} · {characters} characters
      </Text>
      <Text size="sm" c="dimmed">
        {encoding}: {perSegment} characters to a segment.
        {culprits.length > 0 && ' More than twice as many would fit without:'}
      </Text>
      {culprits.length > 0 && (
        <Stack gap={4} mt={6} fz={13}>
          {culprits.slice(0, 12).map(({ character, name, instead }) => (
            <span key={character} className={styles.culprit}>
              <kbd>{character}</kbd> {name}
              {instead !== null && ` (${instead === ' ' ? 'a plain space' : instead} would do)`}
            </span>
          ))}
        </Stack>
      )}
      {encoding === 'UCS-2' && onReplace && fixed !== body && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => onReplace(fixed)}>
          Replace what has a plain twin
        </Button>
      )}
    </Box>
  );
}

/** A lead to try the text on. */
function LeadChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 250);
  const searching = asked.length >= 2;
  const found = useQuery(
    query.leads.search.queryOptions({
      input: { query: asked, limit: 8 },
      enabled: searching,
      placeholderData: keepPreviousData,
    }),
  );
  const recent = useQuery(query.leads.list.queryOptions({ input: { limit: 8 }, enabled: !searching }));
  const leads = (searching ? found.data?.leads : recent.data?.leads) ?? [];
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const options = leads.map((lead) => ({ value: lead.id, label: leadName(lead) }));
  return (
    <Select
      label="Preview for"
      placeholder="A sample lead"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Back to the sample lead' }}
      nothingFoundMessage={found.isFetching ? 'Looking…' : 'No such lead.'}
      filter={({ options: all }) => all}
      data={
        chosen && !options.some((option) => option.value === chosen.value) ? [chosen, ...options] : options
      }
      value={value}
      onChange={(id, option) => {
        onChange(id);
        setChosen(id ? { value: id, label: option?.label ?? '' } : null);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
