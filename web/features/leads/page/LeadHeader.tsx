import { ActionIcon, Box, Button, Group, Menu, Select, Title } from '@mantine/core';
import {
  IconBellRinging,
  IconDots,
  IconMail,
  IconMessage,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
  IconUserSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { api } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { openBell } from '#web/features/celebrations/bell/bell.ts';
import { EnrichDialog } from '#web/features/tracers/enrich/EnrichDialog.tsx';
import { useMaySearch } from '#web/features/tracers/shared.tsx';
import { BackLink } from '#web/ui/BackLink.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { toast } from '#web/ui/toast.ts';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import { personName, statusOf } from '../shared/names.ts';
import { StatusBadge } from '../shared/StatusBadge.tsx';
import { useLeadActions } from '../shared/useLeadActions.ts';
import { CallButton } from './CallButton.tsx';
import { CallWindow } from './CallWindow.tsx';
import { InPlace } from './InPlace.tsx';
import styles from './page.module.css';
import type { LeadEditor } from './useLeadEditor.ts';

interface LeadHeaderProps {
  lead: Lead;
  editor: LeadEditor;
  onDelete: () => void;
}

/** Who it is, where they stand, whose they are, and whether they may be called now. */
export function LeadHeader({ lead, editor, onDelete }: LeadHeaderProps) {
  const { user } = useSignedIn();
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  const { follow } = useLeadActions();
  const name = leadName(lead);
  const may = useMay();
  const seesAll = useSeesAllLeads();
  const maySearch = useMaySearch();
  const [enriching, setEnriching] = useState(false);
  const mayAssign = may('assignments.assign');
  const isTheirs = seesAll || lead.ownerId === user.userId;
  const mayHand = mayAssign && isTheirs;

  async function hand(work: () => Promise<Lead>, done: string) {
    try {
      follow(await work());
      toast.success(done);
    } catch (error) {
      toast.error(error);
    }
  }
  const giveTo = (id: string) =>
    hand(
      () =>
        lead.ownerId === null && id === user.userId
          ? api.leadAssignments.assign({ leadId: lead.id })
          : api.leadAssignments.transfer({ leadId: lead.id, agentId: id }),
      `${name} is now ${id === user.userId ? 'yours' : `with ${personName(agents, id)}`}`,
    );
  const giveBack = () =>
    hand(() => api.leadAssignments.release({ leadId: lead.id }), `${name} is nobody’s now`);

  return (
    <Box component="header" mb={20}>
      <title>{`${name} · Dealbell`}</title>
      <BackLink to="/leads">Leads</BackLink>
      <Group gap={12} wrap="nowrap" justify="space-between">
        <Title component="h1" className="db-wrap" order={1} miw={0}>
          <bdi>{name}</bdi>
        </Title>
        <Group gap="xs" wrap="nowrap" ms="auto">
          <CallButton lead={lead} />
          {lead.phone && (
            <Button
              component={Link}
              to={`/messages/lead/${lead.id}`}
              variant="default"
              px={{ base: 10, sm: 'md' }}
              aria-label="Text"
            >
              <IconMessage size={16} aria-hidden="true" />
              <Box component="span" visibleFrom="sm" ms={8}>
                Text
              </Box>
            </Button>
          )}
          {lead.email && (
            <Button
              component={Link}
              to={`/messages/lead/${lead.id}?channel=email`}
              variant="default"
              px={{ base: 10, sm: 'md' }}
              aria-label="Mail"
            >
              <IconMail size={16} aria-hidden="true" />
              <Box component="span" visibleFrom="sm" ms={8}>
                Mail
              </Box>
            </Button>
          )}
        </Group>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="Actions for this lead">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayAssign && lead.ownerId !== user.userId && (lead.ownerId === null || seesAll) && (
              <Menu.Item
                data-changes
                leftSection={<IconUserCheck size={16} />}
                onClick={() => giveTo(user.userId)}
              >
                Take this lead
              </Menu.Item>
            )}
            {lead.ownerId !== null && mayHand && (
              <Menu.Item data-changes leftSection={<IconUserMinus size={16} />} onClick={giveBack}>
                Give it back
              </Menu.Item>
            )}
            {may('celebrations.ring') && (lead.ownerId === null || isTheirs) && (
              <Menu.Item
                data-changes
                leftSection={<IconBellRinging size={16} />}
                onClick={() => openBell({ id: lead.id, name, amount: lead.dealAmount })}
              >
                Ring the bell
              </Menu.Item>
            )}
            {maySearch && isTheirs && (
              <Menu.Item
                data-changes
                leftSection={<IconUserSearch size={16} />}
                onClick={() => setEnriching(true)}
              >
                Enrich
              </Menu.Item>
            )}
            {may('leads.delete') && (
              <Menu.Item data-changes color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <EnrichDialog lead={lead} opened={enriching} onClose={() => setEnriching(false)} />
      {lead.company && lead.company !== name && (
        <Box component="p" m={0} c="dimmed">
          {lead.company}
        </Box>
      )}
      <Group gap="12px 16px" align="flex-end" mt={14}>
        <Select
          data-changes
          w={{ base: 162, sm: 180 }}
          label="Status"
          size="sm"
          allowDeselect={false}
          leftSection={
            <span
              className="db-dot"
              style={{ background: statusOf(statuses, lead.status).color }}
              aria-hidden="true"
            />
          }
          leftSectionWidth={26}
          data={statuses.map(({ key, label }) => ({ value: key, label }))}
          renderOption={({ option }) => <StatusBadge status={statusOf(statuses, option.value)} />}
          value={lead.status}
          onChange={(status) => status && status !== lead.status && void editor.save({ status })}
        />
        <Select
          data-changes
          w={{ base: 162, sm: 180 }}
          label="Owner"
          size="sm"
          placeholder="Nobody"
          searchable
          disabled={!mayHand}
          allowDeselect={false}
          data={[
            { value: '', label: 'Nobody' },
            ...agents
              .filter(({ id, isActive }) => isActive || id === lead.ownerId)
              .map(({ id, name: called }) => ({ value: id, label: called })),
            ...(lead.ownerId && !agents.some(({ id }) => id === lead.ownerId)
              ? [{ value: lead.ownerId, label: personName(agents, lead.ownerId) }]
              : []),
          ]}
          value={lead.ownerId ?? ''}
          onChange={(id) => {
            if (id === null || id === (lead.ownerId ?? '')) return;
            void (id === '' ? giveBack() : giveTo(id));
          }}
        />
        <Box className={styles.score} w={84}>
          <Box component="span" display="block" mb={4} ps={8} fz="sm" fw={500} lh={1.45}>
            Score
          </Box>
          {lead.isScoreLearned ? (
            <Box className="db-figures" px={8} lh="36px" title="Learned from your outcomes">
              {lead.score}
              <span className="db-visually-hidden">, learned from your outcomes</span>
            </Box>
          ) : (
            <InPlace
              label="Score"
              type="number"
              min={0}
              max={100}
              value={lead.score}
              onSave={(score) => editor.save({ score: Math.round(Number(score ?? 0)) })}
            />
          )}
        </Box>
        <CallWindow lead={lead} />
      </Group>
    </Box>
  );
}
