import { Box, Button, Group, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconListCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { localClock } from '#web/features/leads/shared/format.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { statusOf } from '#web/features/leads/shared/names.ts';
import { StatusBadge } from '#web/features/leads/shared/StatusBadge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { More } from '#web/ui/More.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { useSeconds } from '#web/ui/useSeconds.ts';
import styles from './console.module.css';
import { TurnPanel } from './TurnPanel.tsx';
import { ownLeads, type WorkList } from './useWorkList.ts';

const group = (name: string, lists: readonly { id: string; name: string }[]) =>
  lists.length === 0
    ? []
    : [{ group: name, items: lists.map((one) => ({ value: one.id, label: one.name })) }];

/** The leads to work through, in the order in which they come. */
export function WorkListPanel({ work, held }: { work: WorkList; held: boolean }) {
  const { leads, views, listId, done, at } = work;
  return (
    <section className={styles.list} aria-label="Leads to call">
      <Stack className="db-line-below" gap={6} p="14px 14px 10px">
        <Select
          aria-label="List"
          allowDeselect={false}
          disabled={held}
          data={[
            { value: ownLeads, label: 'My open leads' },
            ...group('Calling lists', work.callingLists),
            ...group('Saved views', views),
          ]}
          value={work.isGone ? null : listId}
          placeholder="Choose a list"
          onChange={(value) => value && work.choose(value)}
        />
        <Text size="xs" c="dimmed" className="db-figures" aria-live="polite">
          {work.turns
            ? `${work.turns.done} done`
            : leads.length === 0
              ? ' '
              : `${at + 1} of ${leads.length}${work.hasNextPage ? '+' : ''} · ${done.size} done`}
        </Text>
      </Stack>
      <Box className="db-fill" style={{ overflow: 'auto' }}>
        {work.turns ? <TurnPanel turns={work.turns} /> : <Rows work={work} held={held} />}
      </Box>
    </section>
  );
}

function Rows({ work, held }: { work: WorkList; held: boolean }) {
  const now = useSeconds();
  if (work.isGone)
    return (
      <EmptyState icon={IconListCheck} title="This list is gone">
        Choose another one above.
      </EmptyState>
    );
  if (work.error)
    return (
      <ErrorState title="The list could not be loaded" error={work.error} onRetry={() => work.refetch()} />
    );
  if (!work.data) return <LinesSkeleton lines={10} />;
  if (work.leads.length === 0)
    return (
      <EmptyState
        icon={IconListCheck}
        title="Nobody to call here"
        action={
          <Button component={Link} to="/assignments" variant="default">
            Take the next leads
          </Button>
        }
      >
        {work.listId === ownLeads
          ? 'None of your leads is open and has a phone number. Take some, or choose a saved view.'
          : 'This view finds no leads now.'}
      </EmptyState>
    );
  return (
    <>
      <ol className="db-list">
        {work.leads.map((lead) => (
          <Row
            key={lead.id}
            lead={lead}
            now={now}
            isCurrent={lead.id === work.leadId}
            isDone={work.done.has(lead.id)}
            disabled={held}
            onOpen={() => work.select(lead.id)}
          />
        ))}
      </ol>
      <More of={work}>Show more</More>
    </>
  );
}

interface RowProps {
  lead: Lead;
  now: number;
  isCurrent: boolean;
  isDone: boolean;
  disabled: boolean;
  onOpen: () => void;
}

function Row({ lead, now, isCurrent, isDone, disabled, onOpen }: RowProps) {
  const { statuses } = useLeadSettings();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const [zone] = lead.timeZones;
  return (
    <li ref={row}>
      <UnstyledButton
        className={styles.row}
        aria-current={isCurrent || undefined}
        data-done={isDone || undefined}
        disabled={disabled && !isCurrent}
        onClick={onOpen}
      >
        <Group component="span" justify="space-between" gap={10} wrap="nowrap" miw={0}>
          <b className="db-cut">{leadName(lead)}</b>
          {isDone ? (
            <IconCheck size={15} role="img" aria-label="done" />
          ) : (
            zone && (
              <Box component="span" className="db-note db-figures" flex="none" maw="55%">
                {localClock(zone, now)}
              </Box>
            )
          )}
        </Group>
        <Group component="span" justify="space-between" gap={10} wrap="nowrap" miw={0}>
          <StatusBadge status={statusOf(statuses, lead.status)} />
          <Box component="span" className="db-cut db-note db-figures" flex="none" maw="55%">
            {lead.company || lead.address.state}
          </Box>
        </Group>
      </UnstyledButton>
    </li>
  );
}
