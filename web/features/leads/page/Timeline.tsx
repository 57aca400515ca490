import { Box, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCircleCheck,
  IconHistory,
  IconMail,
  IconMessage,
  IconNote,
  IconPencil,
  IconPhone,
  IconPlus,
  IconRoute,
  IconTag,
  IconTrash,
  IconUserShare,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { api, query } from '#web/app/api.ts';
import { useDraft } from '#web/app/drafts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { HistoryEntry } from '#web/ui/HistoryEntry.tsx';
import { More } from '#web/ui/More.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import { personName } from '../shared/names.ts';
import { linesOf } from './change-words.ts';
import styles from './page.module.css';

export type TimelineEntry = Awaited<ReturnType<typeof api.leads.timeline>>['entries'][number];

const icons: Record<string, TablerIcon> = {
  created: IconPlus,
  edited: IconPencil,
  tagged: IconTag,
  call: IconPhone,
  sms: IconMessage,
  email: IconMail,
  journey: IconRoute,
  webhook: IconWebhook,
  assigned: IconUserShare,
  note: IconNote,
  consent: IconCircleCheck,
  deleted: IconTrash,
  restored: IconArrowBackUp,
};

type Source = 'timeline' | 'communications' | 'calls';

const emptyWords: Record<Source, string> = {
  timeline: 'Everything that happens to this lead will stand here.',
  communications: 'Calls, texts and mails with this lead will stand here.',
  calls: 'Calls with this lead will stand here, each with how it ended.',
};

const pageSize = 30;

function useEntries(source: Source, leadId: string) {
  return useInfiniteQuery(
    query.leads[source].infiniteOptions({
      input: (cursor: string | undefined) => ({ id: leadId, limit: pageSize, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
}

/** What happened to a lead, newest first, page by page. */
export function Timeline({ leadId, source }: { leadId: string; source: Source }) {
  const [kind, setKind] = useState<'all' | 'notes' | 'changes'>('all');
  const entries = useEntries(source, leadId);
  if (entries.error)
    return (
      <ErrorState
        title="The timeline could not be loaded"
        error={entries.error}
        onRetry={() => entries.refetch()}
      />
    );
  if (!entries.data) return <LinesSkeleton lines={8} />;
  const all = entries.data.pages.flatMap((page) => page.entries);
  const shown = all.filter(
    (entry) => kind === 'all' || (kind === 'notes' ? entry.kind === 'note' : entry.changes !== undefined),
  );
  return (
    <>
      {source === 'timeline' && (
        <SegmentedControl
          size="xs"
          mb="md"
          aria-label="Which entries"
          data={[
            { value: 'all', label: 'Everything' },
            { value: 'notes', label: 'Notes' },
            { value: 'changes', label: 'Changes' },
          ]}
          value={kind}
          onChange={(next) => setKind(next as typeof kind)}
        />
      )}
      {shown.length === 0 && !entries.hasNextPage ? (
        <EmptyState icon={IconHistory} title="Nothing yet">
          {emptyWords[source]}
        </EmptyState>
      ) : (
        <Box component="ol" className="db-list" m="0 0 12px" aria-label="Timeline">
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </Box>
      )}
      <More of={entries}>Show earlier</More>
    </>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const settings = useLeadSettings();
  const agents = useAgents();
  const Icon = icons[entry.kind] ?? IconHistory;
  const words = { settings, agents };
  const lines = (entry.changes ?? []).flatMap((change) => linesOf(change, words));
  const handed =
    entry.kind === 'assigned' && entry.data
      ? linesOf({ field: 'ownerId', before: entry.data.before, after: entry.data.ownerId }, words)
      : [];
  return (
    <HistoryEntry icon={Icon} color={entry.kind === 'note' ? 'amber' : 'ink'}>
      <Text size="xs" c="dimmed">
        <b>{personName(agents, entry.actor)}</b> · <RelativeTime at={entry.at} />
      </Text>
      {entry.kind === 'note' ? (
        <p className={styles.note}>{entry.text}</p>
      ) : lines.length === 0 ? (
        <Text size="sm">{entry.text}</Text>
      ) : null}
      {[...lines, ...handed].map(({ label, before, after }) => (
        <Group key={label} className="db-wrap" gap="2px 8px" mt={3} fz="sm">
          <Box component="span" fw={550}>
            {label}
          </Box>
          <del className="db-dim">{before}</del>
          <IconArrowRight size={14} className="db-dim" aria-hidden="true" />
          <Box component="ins" td="none">
            {after}
          </Box>
        </Group>
      ))}
    </HistoryEntry>
  );
}

const noteMax = 4_000;

/** Writes a note on the timeline; Ctrl+Enter does too. */
export function NoteBox({ leadId }: { leadId: string }) {
  const client = useQueryClient();
  // Whoever goes on to the next lead, or closes the page, finds here what they had begun to write.
  const [text, setText] = useDraft(`${leadId} note`);
  const [busy, setBusy] = useState(false);
  async function save() {
    if (!text.trim() || busy) return;
    setBusy(true);
    try {
      await api.leads.addNote({ id: leadId, text: text.trim() });
      setText('');
      await client.invalidateQueries({ queryKey: query.leads.timeline.key() });
    } catch (error) {
      toast.error(error, 'Your note is still in the box.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Stack
      component="form"
      data-changes
      gap={8}
      align="flex-end"
      mb={16}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        w="100%"
        aria-label="Note"
        placeholder="Write a note. Everybody who may see this lead reads it."
        autosize
        minRows={2}
        maxRows={10}
        maxLength={noteMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      />
      {text.trim() && (
        <Button type="submit" size="xs" loading={busy}>
          Add note
        </Button>
      )}
    </Stack>
  );
}
