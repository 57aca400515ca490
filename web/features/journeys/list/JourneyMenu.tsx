import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChartBar,
  IconCopy,
  IconDots,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useMay } from '#web/app/use-may.ts';
import type { JourneySummary } from '../shared/types.ts';
import { useJourneyActions } from './useJourneyActions.ts';

interface JourneyMenuProps {
  journey: JourneySummary;
  onToggle: () => void;
  onRemove: () => void;
}

export function JourneyMenu({ journey, onToggle, onRemove }: JourneyMenuProps) {
  const may = useMay();
  const navigate = useNavigate();
  const { clone, export: download } = useJourneyActions();
  const isLive = journey.status === 'live';
  const mayChange = (['journeys.publish', 'journeys.create', 'journeys.delete'] as const).some(may);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={`More for ${journey.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconChartBar size={15} />}
          onClick={() => void navigate(`/journeys/${journey.id}/statistics`)}
        >
          Statistics
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUsers size={15} />}
          onClick={() => void navigate(`/journeys/${journey.id}/leads`)}
        >
          Leads on it
        </Menu.Item>
        {may('journeys.export') && (
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => void download(journey)}>
            Export
          </Menu.Item>
        )}
        {mayChange && <Menu.Divider />}
        {may('journeys.publish') && (
          <Menu.Item
            data-changes
            leftSection={isLive ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
            onClick={onToggle}
          >
            {isLive ? 'Pause' : journey.liveVersion === null ? 'Go live' : 'Resume'}
          </Menu.Item>
        )}
        {may('journeys.create') && (
          <Menu.Item data-changes leftSection={<IconCopy size={15} />} onClick={() => void clone(journey.id)}>
            Make a copy
          </Menu.Item>
        )}
        {may('journeys.delete') && (
          <Menu.Item data-changes color="red" leftSection={<IconTrash size={15} />} onClick={onRemove}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
