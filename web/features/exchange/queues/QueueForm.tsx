import { Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newQueue } from '#shared/api/pbx/queues.ts';
import { agentGroupLimits } from '#shared/model/agent-group.ts';
import {
  musicOnHold,
  type Queue,
  queueFields,
  queueLimits,
  queueStrategyLabels,
} from '#shared/model/queue.ts';
import { callbackLimits } from '#shared/model/queue-callback.ts';
import { api, query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { whatCallersHear } from './hears.ts';
import { PenaltyRows } from './PenaltyRows.tsx';

interface QueueFormProps {
  /** Undefined while none is open. */
  queue: Queue | 'new' | undefined;
  onClose: () => void;
}

const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const { timeout, maxWaitTime, wrapUpSeconds, maxCallers } = queueLimits;
const { afterSeconds, attempts } = callbackLimits;
const { name: _, ...defaults } = queueFields.parse({ name: 'new' });
const members: { extensionId: string; penalty: number }[] = [];
const groups: { groupId: string; penalty: number }[] = [];
const blank = { number: '', name: '', ...defaults, members, groups, version: 0 };

/** Adds a queue, or changes one, with its members. */
export function QueueForm({ queue, onClose }: QueueFormProps) {
  const existing = queue === 'new' ? undefined : queue;
  const client = useQueryClient();
  const opened = queue !== undefined;
  const extensions =
    useQuery(query.pbx.listExtensions.queryOptions({ input: {}, enabled: opened })).data?.extensions ?? [];
  const everyGroup =
    useQuery(
      query.agentGroups.list.queryOptions({ input: { limit: agentGroupLimits.groups }, enabled: opened }),
    ).data?.groups ?? [];
  const form = useForm({
    initialValues: blank,
    validate: { number: checkedBy(newQueue.shape.number), name: checkedBy(newQueue.shape.name) },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (!existing) return;
    const { id: _, createdAt: __, updatedAt: ___, greeting: ____, members, groups, ...fields } = existing;
    form.setValues({
      ...fields,
      // The others are members by a group.
      members: members.flatMap(({ extensionId, penalty, groupId }) =>
        groupId ? [] : [{ extensionId, penalty }],
      ),
      groups: groups.map(({ groupId, penalty }) => ({ groupId, penalty })),
    });
  }, [existing?.id]);
  const submit = useSubmit(form, async ({ version, ...values }) => {
    const input = {
      ...values,
      members: values.members.filter(({ extensionId }) => extensionId),
      groups: values.groups.filter(({ groupId }) => groupId),
    };
    if (existing) await api.pbx.updateQueue({ id: existing.id, version, ...input });
    else await api.pbx.createQueue(input);
    await Promise.all([
      client.invalidateQueries({ queryKey: query.pbx.key() }),
      client.invalidateQueries({ queryKey: query.agentStatus.key() }),
    ]);
    toast.success(existing ? `“${input.name}” is saved` : `“${input.name}” is added`);
    onClose();
  });
  const seconds = (
    name: 'timeout' | 'maxWaitTime' | 'wrapUpSeconds' | 'maxCallers' | 'callbackAfter' | 'callbackAttempts',
  ) => ({
    value: form.values[name],
    onChange: (value: number) => form.setFieldValue(name, value),
  });
  return (
    <FormPanel
      opened={opened}
      title={existing?.name ?? 'Add queue'}
      submitLabel={existing ? 'Save' : 'Add queue'}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="Name" data-autofocus maxLength={queueLimits.name} {...form.getInputProps('name')} />
        <TextInput label="Number" inputMode="numeric" {...form.getInputProps('number')} />
      </SimpleGrid>
      <Select
        label="Who is called"
        allowDeselect={false}
        data={choices(queueStrategyLabels)}
        {...form.getInputProps('strategy')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <BoundedNumberInput
          label="A phone rings, s"
          min={timeout.min}
          max={timeout.max}
          {...seconds('timeout')}
        />
        <BoundedNumberInput
          label="Rest after a call, s"
          min={0}
          max={wrapUpSeconds.max}
          {...seconds('wrapUpSeconds')}
        />
        <BoundedNumberInput
          label="Longest wait, s"
          min={maxWaitTime.min}
          max={maxWaitTime.max}
          {...seconds('maxWaitTime')}
        />
        <BoundedNumberInput label="Callers at once" min={1} max={maxCallers.max} {...seconds('maxCallers')} />
      </SimpleGrid>
      <Select
        label="While they wait"
        allowDeselect={false}
        data={choices(musicOnHold)}
        {...form.getInputProps('musicOnHold')}
      />
      <Switch
        label="Say how many are before them"
        {...form.getInputProps('announcePosition', { type: 'checkbox' })}
      />
      <Switch
        label="Callbacks"
        description="Who waits may press 1 to keep their place and be called back"
        {...form.getInputProps('callback', { type: 'checkbox' })}
      />
      {form.values.callback && (
        <SimpleGrid cols={2} spacing="sm">
          <BoundedNumberInput
            label="Offered after, s"
            min={afterSeconds.min}
            max={afterSeconds.max}
            {...seconds('callbackAfter')}
          />
          <BoundedNumberInput
            label="Attempts"
            min={attempts.min}
            max={attempts.max}
            {...seconds('callbackAttempts')}
          />
        </SimpleGrid>
      )}
      <Switch
        label="Voicemail"
        description="Who waited as long as they could, or finds it full, may leave a message"
        {...form.getInputProps('voicemail', { type: 'checkbox' })}
      />
      {form.values.voicemail && (
        <Switch
          label="Mail its members when a message is left"
          {...form.getInputProps('voicemailMail', { type: 'checkbox' })}
        />
      )}
      <Text size="sm" c="dimmed">
        {whatCallersHear(form.values)}
      </Text>
      <PenaltyRows
        title="Members"
        about="Those of a lower penalty are called first; the others when none of these is free."
        noun="member"
        choiceLabel="Extension"
        choiceLabelAt={(at) => `Extension of member ${at}`}
        choices={extensions.map(({ id, number, name }) => ({ id, name, label: `${number} ${name}` }))}
        most={queueLimits.members}
        rows={form.values.members.map(({ extensionId, penalty }) => ({ id: extensionId, penalty }))}
        onChange={(rows) =>
          form.setFieldValue(
            'members',
            rows.map(({ id, penalty }) => ({ extensionId: id, penalty })),
          )
        }
      />
      <PenaltyRows
        title="Groups"
        about="Whoever is in a group takes calls, from when they come into it until they leave it."
        noun="group"
        choiceLabel="Group"
        choiceLabelAt={(at) => `Group ${at}`}
        choices={everyGroup.map(({ id, name, agents }) => ({
          id,
          name,
          label: `${name} (${agents.length})`,
        }))}
        most={queueLimits.groups}
        rows={form.values.groups.map(({ groupId, penalty }) => ({ id: groupId, penalty }))}
        onChange={(rows) =>
          form.setFieldValue(
            'groups',
            rows.map(({ id, penalty }) => ({ groupId: id, penalty })),
          )
        }
      />
    </FormPanel>
  );
}
