// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { ActionIcon, Anchor, Badge, Box, Group, Menu, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowsExchange, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { money } from '#web/features/leads/shared/format.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { statusOf } from '#web/features/leads/shared/names.ts';
import { StatusBadge } from '#web/features/leads/shared/StatusBadge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Initials } from '#web/ui/Initials.tsx';
import { leadName, phoneText } from '#web/ui/lead-text.ts';
import { More } from '#web/ui/More.tsx';
import styles from './assignments.module.css';
import { StatusBar } from './StatusBar.tsx';
import { useColumn } from './useAssignments.ts';

export interface Owner {
  id: string | null;
  name: string;
  isActive: boolean;
  total: number;
  byStatus: Record<string, number>;
}

interface ColumnProps {
  owner: Owner;
  self: string;
  /** Where a lead may be moved to from here. */
  targets: readonly Owner[];
  onMove: (lead: Pick<Lead, 'id' | 'ownerId'>, to: Owner) => void;
  /** In place of the words where there is nothing. */
  empty: ReactNode;
  actions?: ReactNode;
}

const dragType = 'application/x-dealbell-lead';

/** One agent's leads, or nobody's. Cards are dragged here, or sent by their menu. */
export function Column({ owner, self, targets, onMove, empty, actions }: ColumnProps) {
  const column = useColumn(owner.id, self);
  const [over, setOver] = useState(false);
  const accepts = owner.id === null || owner.isActive;

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const { id, ownerId } = JSON.parse(event.dataTransfer.getData(dragType) || '{}');
    if (typeof id === 'string' && ownerId !== owner.id) onMove({ id, ownerId }, owner);
  }

  return (
    // Dropping is one of two ways; the menu of each card is the other, for the keyboard.
    <section
      data-changes="drag"
      className={styles.column}
      aria-label={`${owner.name}, ${owner.total} ${owner.total === 1 ? 'lead' : 'leads'}`}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!accepts || !event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={accepts ? onDrop : undefined}
    >
      <Stack component="header" className="db-line-below" gap={10} p="12px 14px">
        <Group gap={8} wrap="nowrap" mih={26}>
          {owner.id && <Initials name={owner.name} size={26} />}
          <Title order={2} className="db-cut" fz="0.9375rem" fw={600}>
            {owner.id === self ? `${owner.name} (you)` : owner.name}
          </Title>
          {!owner.isActive && (
            <Badge size="xs" variant="light" color="gray" tt="none">
              Deactivated
            </Badge>
          )}
          <Box component="span" className="db-figures" ms="auto" c="dimmed">
            {owner.total.toLocaleString()}
          </Box>
        </Group>
        {owner.id && <StatusBar byStatus={owner.byStatus} />}
        {actions}
      </Stack>
      <Stack
        className="db-fill db-scroll"
        gap={8}
        p={10}
        tabIndex={0}
        role="group"
        aria-label={`Leads of ${owner.name}`}
      >
        {column.error ? (
          <ErrorState
            title="These leads could not be loaded"
            error={column.error}
            onRetry={() => column.refetch()}
          />
        ) : !column.leads ? (
          Array.from({ length: 4 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
            <Skeleton key={at} h={84} radius="md" />
          ))
        ) : column.leads.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center" py="lg">
            {empty}
          </Text>
        ) : (
          column.leads.map((lead) => <Card key={lead.id} lead={lead} targets={targets} onMove={onMove} />)
        )}
        <More of={column} small />
      </Stack>
    </section>
  );
}

function Card({ lead, targets, onMove }: { lead: Lead } & Pick<ColumnProps, 'targets' | 'onMove'>) {
  const { statuses } = useLeadSettings();
  const name = leadName(lead);
  const movable = targets.filter(({ id }) => id !== lead.ownerId);
  return (
    <article
      className={styles.card}
      draggable={movable.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, JSON.stringify({ id: lead.id, ownerId: lead.ownerId }));
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <Group justify="space-between" gap={6} wrap="nowrap" miw={0}>
        {movable.length > 0 && <IconGripVertical size={14} className={styles.grip} aria-hidden="true" />}
        <Anchor
          component={Link}
          to={`/leads/${lead.id}`}
          className="db-cut"
          flex={1}
          c="inherit"
          fz="sm"
          fw={550}
          underline="hover"
          draggable={false}
        >
          <bdi>{name}</bdi>
        </Anchor>
        {movable.length > 0 && (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <ActionIcon data-changes variant="subtle" color="gray" size={26} aria-label={`Move ${name}`}>
                <IconArrowsExchange size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              <Menu.Label>Move to</Menu.Label>
              {movable.map((target) => (
                <Menu.Item data-changes key={target.id ?? 'nobody'} onClick={() => onMove(lead, target)}>
                  {target.name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Group justify="space-between" gap={6} wrap="nowrap" miw={0}>
        <StatusBadge status={statusOf(statuses, lead.status)} />
        {lead.dealAmount !== null && <span className="db-figures">{money(lead.dealAmount)}</span>}
      </Group>
      <Group className="db-note" justify="space-between" gap={6} wrap="nowrap" miw={0}>
        <span className="db-figures">{lead.phone ? phoneText(lead.phone) : lead.email}</span>
        <span>score {lead.score}</span>
      </Group>
    </article>
  );
}
