import { Button, Group, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type TransferGroup,
  type TransferStrategy,
  transferGroupLimits,
  transferStrategies,
} from '#shared/model/transfer-group.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { WeekFields } from '#web/features/compliance/WeekFields.tsx';
import { phoneText } from '#web/features/leads/shared/format.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { type GroupValues, inputOf, officeWeek, problemOf, valuesOf } from './form.ts';
import { NumberFields } from './NumberFields.tsx';

const strategyChoices = Object.entries(transferStrategies).map(([value, label]) => ({ value, label }));
const zoneChoices = Intl.supportedValuesOf('timeZone');

interface GroupPanelProps {
  /** Undefined while none is open. */
  group: TransferGroup | 'new' | undefined;
  readOnly: boolean;
  onClose: () => void;
}

/** A transfer group: its numbers, how the next one is chosen, its hours. */
export function GroupPanel({ group, readOnly, onClose }: GroupPanelProps) {
  const existing = group === 'new' ? undefined : group;
  const [values, setValues] = useState(() => valuesOf(existing));
  const [problem, setProblem] = useState<string>();
  const opened = group === 'new' ? 'new' : group?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays when the list is loaded anew
  useEffect(() => {
    if (!opened) return;
    setValues(valuesOf(existing));
    setProblem(undefined);
  }, [opened]);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      existing
        ? api.transferGroups.update({ id: existing.id, version: existing.version, ...inputOf(values) })
        : api.transferGroups.create({
            ...inputOf(values),
            numbers: inputOf(values).numbers.map(({ id: _, ...number }) => number),
          }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: query.transferGroups.key() });
      toast.success(existing ? `“${saved.name}” is saved` : `“${saved.name}” is added`);
      onClose();
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const set = (change: Partial<GroupValues>) => setValues((before) => ({ ...before, ...change }));
  const submit = () => {
    const wrong = problemOf(values);
    setProblem(wrong);
    if (!wrong) save.mutate();
  };
  const { hours } = values;
  return (
    <SidePanel
      opened={group !== undefined}
      onClose={onClose}
      width={680}
      title={existing?.name ?? 'Add transfer group'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!readOnly && (
            <Button data-changes loading={save.isPending} onClick={submit}>
              {existing ? 'Save' : 'Add group'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <FormProblem>{problem}</FormProblem>
        {existing && <NextNumber groupId={existing.id} />}
        <TextInput
          label="Name"
          required
          readOnly={readOnly}
          maxLength={transferGroupLimits.name}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          maxRows={4}
          readOnly={readOnly}
          maxLength={transferGroupLimits.description}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Group grow align="flex-start">
          <Select
            label="Next number"
            allowDeselect={false}
            disabled={readOnly}
            data={strategyChoices}
            value={values.strategy}
            onChange={(strategy) => strategy && set({ strategy: strategy as TransferStrategy })}
          />
          <BoundedNumberInput
            label="Rings, s"
            {...transferGroupLimits.ringSeconds}
            disabled={readOnly}
            value={values.ringSeconds}
            onChange={(ringSeconds) => set({ ringSeconds })}
          />
        </Group>
        <NumberFields
          numbers={values.numbers}
          strategy={values.strategy}
          disabled={readOnly}
          onChange={(numbers) => set({ numbers })}
        />
        <TextInput
          label="Fallback number"
          description="Takes the call when the group is closed or every number is taken."
          type="tel"
          readOnly={readOnly}
          value={values.fallbackNumber}
          onChange={(event) => set({ fallbackNumber: event.currentTarget.value })}
        />
        <Title order={3} fz="sm">
          Hours
        </Title>
        <Switch
          label="Always open"
          disabled={readOnly}
          checked={hours === null}
          onChange={(event) => set({ hours: event.currentTarget.checked ? null : officeWeek() })}
        />
        {hours && (
          <>
            <Select
              label="Time zone"
              searchable
              allowDeselect={false}
              disabled={readOnly}
              data={zoneChoices.includes(hours.timeZone) ? zoneChoices : [hours.timeZone, ...zoneChoices]}
              value={hours.timeZone}
              onChange={(timeZone) => timeZone && set({ hours: { ...hours, timeZone } })}
            />
            <WeekFields
              week={hours.week}
              disabled={readOnly}
              wholeDayText="All day"
              closedText="Closed"
              onChange={(week) => set({ hours: { ...hours, week } })}
            />
          </>
        )}
      </Stack>
    </SidePanel>
  );
}

/** Who takes the next call, and why. */
function NextNumber({ groupId }: { groupId: string }) {
  const { data, error } = useQuery(
    query.transferGroups.nextNumber.queryOptions({ input: { id: groupId }, retry: false }),
  );
  if (!data && !error) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {data
        ? `The next call goes to ${data.label ? `${data.label}, ` : ''}${phoneText(data.phoneNumber)}. ${data.reason}`
        : messageOf(error)}
    </Text>
  );
}
