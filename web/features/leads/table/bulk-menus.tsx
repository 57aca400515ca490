import { Button, Menu, Popover, Stack } from '@mantine/core';
import { IconProgressCheck, IconRoute, IconTag, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LeadStatus } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { BulkAction } from '#web/ui/resource/BulkBar.tsx';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import type { Person } from '../shared/names.ts';
import { StatusBadge } from '../shared/StatusBadge.tsx';
import { TagsBox } from './TagsBox.tsx';

interface BulkMenuProps {
  label: string;
  icon: ReactNode;
  busy: boolean;
  /** Hears when it opens. */
  onOpen?: () => void;
  children: ReactNode;
}

const BulkMenu = ({ label, icon, busy, onOpen, children }: BulkMenuProps) => (
  <Menu position="bottom-start" width={220} {...(onOpen ? { onOpen } : {})}>
    <Menu.Target>
      <BulkAction data-changes disabled={busy} leftSection={icon}>
        {label}
      </BulkAction>
    </Menu.Target>
    <Menu.Dropdown mah={340} style={{ overflowY: 'auto' }}>
      {children}
    </Menu.Dropdown>
  </Menu>
);

interface AssignMenuProps {
  busy: boolean;
  onGiveBack: () => void;
  onAssign: (agent: Person) => void;
}

export function AssignMenu({ busy, onGiveBack, onAssign }: AssignMenuProps) {
  const agents = useAgents();
  return (
    <BulkMenu label="Assign" icon={<IconUserShare size={15} />} busy={busy}>
      <Menu.Item data-changes onClick={onGiveBack}>
        To nobody
      </Menu.Item>
      {agents
        .filter(({ isActive }) => isActive)
        .map((agent) => (
          <Menu.Item data-changes key={agent.id} onClick={() => onAssign(agent)}>
            {agent.name}
          </Menu.Item>
        ))}
    </BulkMenu>
  );
}

export function StatusMenu({ busy, onChoose }: { busy: boolean; onChoose: (status: LeadStatus) => void }) {
  const { statuses } = useLeadSettings();
  return (
    <BulkMenu label="Status" icon={<IconProgressCheck size={15} />} busy={busy}>
      {statuses.map((status) => (
        <Menu.Item data-changes key={status.key} onClick={() => onChoose(status)}>
          <StatusBadge status={status} />
        </Menu.Item>
      ))}
    </BulkMenu>
  );
}

/** The journeys that leads can be brought into now: those that are live. */
export function EnrolMenu({ busy, onEnrol }: { busy: boolean; onEnrol: (journeyId: string) => void }) {
  const [opened, setOpened] = useState(false);
  const { data, error } = useQuery(
    query.journeys.list.queryOptions({ input: { status: 'live', limit: 100 }, enabled: opened }),
  );
  return (
    <BulkMenu label="Enrol" icon={<IconRoute size={15} />} busy={busy} onOpen={() => setOpened(true)}>
      {data?.journeys.map(({ id, name }) => (
        <Menu.Item data-changes key={id} onClick={() => onEnrol(id)}>
          <bdi>{name}</bdi>
        </Menu.Item>
      ))}
      {data?.journeys.length !== 0 ? null : <Menu.Label>No journey is live.</Menu.Label>}
      {!data && <Menu.Label>{error ? messageOf(error) : 'Loading…'}</Menu.Label>}
    </BulkMenu>
  );
}

interface TagsButtonProps {
  busy: boolean;
  onApply: (add: string[], remove: string[]) => Promise<unknown>;
}

export function TagsButton({ busy, onApply }: TagsButtonProps) {
  const [opened, setOpened] = useState(false);
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} shadow="md" trapFocus>
      <Popover.Target>
        <BulkAction
          data-changes
          disabled={busy}
          leftSection={<IconTag size={15} />}
          onClick={() => setOpened((was) => !was)}
        >
          Tags
        </BulkAction>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tags of the selected leads">
        <Stack gap="sm">
          <TagsBox label="Add" value={add} onChange={setAdd} />
          <TagsBox label="Remove" value={remove} onChange={setRemove} />
          <Button
            data-changes
            disabled={add.length + remove.length === 0}
            onClick={() => {
              setOpened(false);
              void onApply(add, remove);
              setAdd([]);
              setRemove([]);
            }}
          >
            Apply
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
