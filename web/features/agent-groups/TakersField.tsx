import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { agentGroupLimits } from '#shared/model/agent-group.ts';
import { query } from '#web/app/api.ts';

export interface Takers {
  agentIds: string[];
  groupIds: string[];
}

interface TakersFieldProps {
  label: string;
  /** Who it is where nobody is chosen. */
  placeholder?: string;
  agents: readonly { agentId: string; name: string; isActive: boolean }[];
  value: Takers;
  onChange: (takers: Takers) => void;
}

/** Who takes leads, or calls them: agents, and groups with whoever is in them at the time. */
export function TakersField({ label, placeholder, agents, value, onChange }: TakersFieldProps) {
  const { data } = useQuery(
    query.agentGroups.list.queryOptions({ input: { limit: agentGroupLimits.groups } }),
  );
  const groups = (data?.groups ?? []).filter(({ id, isActive }) => isActive || value.groupIds.includes(id));
  const chosen = [...value.groupIds, ...value.agentIds];
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? placeholder : undefined}
      searchable
      clearable
      data={[
        {
          group: 'Groups',
          items: groups.map(({ id, name, agents: members }) => ({
            value: id,
            label: `${name} (${members.length})`,
          })),
        },
        {
          group: 'Agents',
          items: agents
            .filter(({ agentId, isActive }) => isActive || value.agentIds.includes(agentId))
            .map(({ agentId, name }) => ({ value: agentId, label: name })),
        },
      ].filter(({ items }) => items.length > 0)}
      value={chosen}
      onChange={(ids) => {
        // Those that are chosen are known before the list of groups is.
        const isGroup = new Set([...value.groupIds, ...groups.map(({ id }) => id)]);
        onChange({
          groupIds: ids.filter((id) => isGroup.has(id)),
          agentIds: ids.filter((id) => !isGroup.has(id)),
        });
      }}
    />
  );
}
