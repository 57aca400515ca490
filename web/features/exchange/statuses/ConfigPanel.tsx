import { Button, MultiSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AgentStatusConfig, agentStatusLimits } from '#shared/model/agent-status.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ConfigValues, inputOf, problemOf, valuesOf } from './form.ts';
import { StatusRows } from './StatusRows.tsx';

interface ConfigPanelProps {
  /** Undefined while none is open. */
  config: AgentStatusConfig | 'new' | undefined;
  readOnly: boolean;
  onClose: () => void;
}

/** A config: what agents choose from, how long the wrap-up is, and whose it is. */
export function ConfigPanel({ config, readOnly, onClose }: ConfigPanelProps) {
  const existing = config === 'new' ? undefined : config;
  const [values, setValues] = useState(() => valuesOf(existing));
  const [problem, setProblem] = useState<string>();
  const opened = config === 'new' ? 'new' : config?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays when the list is loaded anew
  useEffect(() => {
    if (!opened) return;
    setValues(valuesOf(existing));
    setProblem(undefined);
  }, [opened]);
  const client = useQueryClient();
  const queues = useQuery(query.agentStatus.ingroups.queryOptions({ input: {} })).data?.ingroups ?? [];
  const save = useMutation({
    mutationFn: () =>
      existing
        ? api.agentStatus.update({ id: existing.id, version: existing.version, ...inputOf(values) })
        : api.agentStatus.create(inputOf(values)),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: query.agentStatus.key() });
      toast.success(existing ? `“${saved.name}” is saved` : `“${saved.name}” is added`);
      onClose();
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const set = (change: Partial<ConfigValues>) => setValues((before) => ({ ...before, ...change }));
  const submit = () => {
    const wrong = problemOf(values);
    setProblem(wrong);
    if (!wrong) save.mutate();
  };
  return (
    <SidePanel
      opened={config !== undefined}
      onClose={onClose}
      width={680}
      title={existing?.name ?? 'Add statuses'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!readOnly && (
            <Button data-changes loading={save.isPending} onClick={submit}>
              {existing ? 'Save' : 'Add'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <FormProblem>{problem}</FormProblem>
        <TextInput
          label="Name"
          required
          readOnly={readOnly}
          maxLength={agentStatusLimits.name}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
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
        <Switch
          label="For everybody else"
          description="Agents of no queue that has statuses of its own"
          disabled={readOnly}
          checked={values.isDefault}
          onChange={(event) => set({ isDefault: event.currentTarget.checked })}
        />
        <Switch
          label="Active"
          disabled={readOnly}
          checked={values.isActive}
          onChange={(event) => set({ isActive: event.currentTarget.checked })}
        />
      </Stack>
    </SidePanel>
  );
}
