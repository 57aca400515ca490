import { MultiSelect } from '@mantine/core';
import {
  type AgentGroup,
  agentGroupFields,
  agentGroupLimits,
  type GroupRole,
} from '#shared/model/agent-group.ts';
import { api, query } from '#web/app/api.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { DescriptionField } from '#web/ui/resource/DescriptionField.tsx';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { SwitchField } from '#web/ui/resource/SwitchField.tsx';

interface GroupValues {
  name: string;
  description: string;
  isActive: boolean;
  agents: { agentId: string; role: GroupRole }[];
}

const valuesOf = (group: AgentGroup | undefined): GroupValues =>
  group
    ? {
        name: group.name,
        description: group.description,
        isActive: group.isActive,
        agents: group.agents.map(({ agentId, role }) => ({ agentId, role })),
      }
    : { name: '', description: '', isActive: true, agents: [] };

const problemOf = ({ agents: _, ...fields }: GroupValues): string | undefined =>
  agentGroupFields.safeParse(fields).error?.issues[0]?.message;

interface GroupPanelProps {
  thing: Opened<AgentGroup>;
  readOnly: boolean;
  onClose: () => void;
}

/** A group of agents: its name, who leads it and who is in it. */
export function GroupPanel({ thing, readOnly, onClose }: GroupPanelProps) {
  return (
    <DraftPanel
      thing={thing}
      onClose={onClose}
      readOnly={readOnly}
      title="Add group"
      addLabel="Add group"
      valuesOf={valuesOf}
      problemOf={problemOf}
      save={(values, before) =>
        before
          ? api.agentGroups.update({ id: before.id, version: before.version, ...values })
          : api.agentGroups.create(values)
      }
      stale={[query.agentGroups]}
    >
      {(values, set) => (
        <>
          <NameField values={values} readOnly={readOnly} set={set} maxLength={agentGroupLimits.name} />
          <DescriptionField
            values={values}
            readOnly={readOnly}
            set={set}
            maxLength={agentGroupLimits.description}
          />
          <MembersField
            label="Led by"
            as="lead"
            known={thing === 'new' ? undefined : thing}
            readOnly={readOnly}
            agents={values.agents}
            onChange={(agents) => set({ agents })}
          />
          <MembersField
            label="Members"
            as="member"
            known={thing === 'new' ? undefined : thing}
            readOnly={readOnly}
            agents={values.agents}
            onChange={(agents) => set({ agents })}
          />
          <SwitchField
            label="Active"
            description="A group that is not gets no leads."
            name="isActive"
            values={values}
            readOnly={readOnly}
            set={set}
          />
        </>
      )}
    </DraftPanel>
  );
}

interface MembersFieldProps {
  label: string;
  as: GroupRole;
  /** The group as it stands: it names who is in it though they are no agents any more. */
  known: AgentGroup | undefined;
  readOnly: boolean;
  agents: GroupValues['agents'];
  onChange: (agents: GroupValues['agents']) => void;
}

/** Those who have one of the roles: whoever is chosen leaves the other one. */
function MembersField({ label, as: role, known, readOnly, agents, onChange }: MembersFieldProps) {
  const people = new Map(useAgents().flatMap(({ id, name, isActive }) => (isActive ? [[id, name]] : [])));
  for (const { agentId, name } of known?.agents ?? []) people.set(agentId, name);
  const ids = agents.filter((one) => one.role === role).map(({ agentId }) => agentId);
  return (
    <MultiSelect
      label={label}
      searchable
      disabled={readOnly}
      placeholder={ids.length === 0 ? 'Nobody yet' : undefined}
      data={[...people]
        .map(([value, name]) => ({ value, label: name }))
        .sort((one, other) => one.label.localeCompare(other.label))}
      value={ids}
      onChange={(chosen) =>
        onChange([
          ...agents.filter((one) => one.role !== role && !chosen.includes(one.agentId)),
          ...chosen.map((agentId) => ({ agentId, role })),
        ])
      }
    />
  );
}
