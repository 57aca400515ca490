import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AgentStatusConfig, agentStatusLimits } from '#shared/model/agent-status.ts';
import { api, query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { SwitchField } from '#web/ui/resource/SwitchField.tsx';
import { inputOf, problemOf, valuesOf } from './form.ts';
import { StatusRows } from './StatusRows.tsx';

interface ConfigPanelProps {
  thing: Opened<AgentStatusConfig>;
  readOnly: boolean;
  onClose: () => void;
}

/** A config: what agents choose from, how long the wrap-up is, and whose it is. */
export function ConfigPanel({ thing, readOnly, onClose }: ConfigPanelProps) {
  const queues = useQuery(query.agentStatus.ingroups.queryOptions({ input: {} })).data?.ingroups ?? [];
  return (
    <DraftPanel
      thing={thing}
      onClose={onClose}
      readOnly={readOnly}
      title="Add statuses"
      addLabel="Add"
      valuesOf={valuesOf}
      problemOf={problemOf}
      save={(values, before) =>
        before
          ? api.agentStatus.update({ id: before.id, version: before.version, ...inputOf(values) })
          : api.agentStatus.create(inputOf(values))
      }
      stale={[query.agentStatus]}
    >
      {(values, set) => (
        <>
          <NameField values={values} readOnly={readOnly} set={set} maxLength={agentStatusLimits.name} />
          <BoundedNumberInput
            label="Wrap-up, s"
            description="After a call, before the next is offered. 0 is none."
            min={0}
            max={agentStatusLimits.wrapUpSeconds}
            disabled={readOnly}
            value={values.wrapUpSeconds}
            onChange={(wrapUpSeconds) => set({ wrapUpSeconds })}
          />
          <StatusRows
            statuses={values.statuses}
            disabled={readOnly}
            onChange={(statuses) => set({ statuses })}
          />
          {queues.length > 0 && (
            <MultiSelect
              label="For the agents of"
              description="A queue that has other statuses gets these instead."
              data={queues.map(({ id, name }) => ({ value: id, label: name }))}
              disabled={readOnly}
              value={values.ingroups}
              onChange={(ingroups) => set({ ingroups })}
            />
          )}
          <SwitchField
            label="For everybody else"
            description="Agents of no queue that has statuses of its own"
            name="isDefault"
            values={values}
            readOnly={readOnly}
            set={set}
          />
          <SwitchField label="Active" name="isActive" values={values} readOnly={readOnly} set={set} />
        </>
      )}
    </DraftPanel>
  );
}
