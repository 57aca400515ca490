import { Button, Group, Input, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  abandonedMessage,
  type CallingList,
  callingListFields,
  type DiallingMode,
  dialsByItself,
  callingListLimits as limits,
  ringsLeadsFirst,
} from '#shared/model/calling-list.ts';
import type { LeadFilter, LeadSort } from '#shared/model/lead-filter.ts';
import { hourOptions } from '#shared/model/lead-score/options.ts';
import { api, query } from '#web/app/api.ts';
import { TakersField } from '#web/features/agent-groups/TakersField.tsx';
import { FilterBar } from '#web/features/leads/filter/FilterBar.tsx';
import { FilterPanel } from '#web/features/leads/filter/FilterPanel.tsx';
import { isEverything } from '#web/features/leads/filter/tree.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { useViews } from '#web/features/leads/table/useListState.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { checkedBy } from '#web/ui/forms.ts';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { Dialling } from './Dialling.tsx';
import { ListProgress } from './ListProgress.tsx';

/** Orders in which leads that were not called yet come, by the value of the field. */
const orders: Readonly<Record<string, { label: string; sort: LeadSort }>> = {
  newest: { label: 'Newest lead first', sort: { field: 'createdAt', direction: 'desc' } },
  oldest: { label: 'Oldest lead first', sort: { field: 'createdAt', direction: 'asc' } },
  score: { label: 'Highest score first', sort: { field: 'score', direction: 'desc' } },
  amount: { label: 'Largest deal first', sort: { field: 'dealAmount', direction: 'desc' } },
  untouched: { label: 'Longest untouched first', sort: { field: 'updatedAt', direction: 'asc' } },
};
const orderOf = ({ field, direction }: LeadSort): string =>
  Object.keys(orders).find((key) => {
    const { sort } = orders[key]!;
    return sort.field === field && sort.direction === direction;
  }) ?? 'newest';

const blankValues = {
  name: '',
  description: '',
  filter: { all: [] } as LeadFilter,
  order: 'newest',
  bestHourFirst: false,
  agentIds: [] as string[],
  groupIds: [] as string[],
  maxAttempts: limits.attempts.default as number,
  retryMinutes: limits.retryMinutes.default as number,
  mode: 'preview' as DiallingMode,
  ringSeconds: limits.ringSeconds.default as number,
  linesPerAgent: limits.linesPerAgent.default as number,
  amd: true,
  message: { name: '', number: '', sound: '' },
  didId: null as string | null,
  scriptId: null as string | null,
  isActive: true,
  version: 0,
};

export type ListForm = UseFormReturnType<typeof blankValues>;

/** What agents say in the calls of the list. */
function ScriptSelect({ form }: { form: ListForm }) {
  const { data } = useQuery(query.scripts.list.queryOptions({ input: {} }));
  return (
    <Select
      label="Script"
      placeholder="None"
      description="Shown beside each call of the list; what is answered stays with the call."
      clearable
      data={(data?.scripts ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={form.values.scriptId}
      onChange={(value) => form.setFieldValue('scriptId', value)}
    />
  );
}

/** What is said of a part of the message, which lists that ring leads first have. */
const ofMessage =
  (part: keyof typeof blankValues.message) =>
  (value: string, values: typeof blankValues): string | null =>
    ringsLeadsFirst(values) ? checkedBy(abandonedMessage.shape[part])(value) : null;

interface ListPanelProps {
  /** Undefined while none is open. */
  list: CallingList | 'new' | undefined;
  onClose: () => void;
}

/** The form of a calling list: which leads, who calls them, how and how often. */
export function ListPanel({ list, onClose }: ListPanelProps) {
  const existing = list === 'new' ? undefined : list;
  const client = useQueryClient();
  const agents = useAgents();
  const { views } = useViews();
  const [filtering, setFiltering] = useState(false);
  const form = useForm({
    initialValues: blankValues,
    validate: {
      name: checkedBy(callingListFields.name),
      description: checkedBy(callingListFields.description),
      message: { name: ofMessage('name'), number: ofMessage('number'), sound: ofMessage('sound') },
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (!existing) return;
    const { id: _id, createdAt: _created, updatedAt: _updated, sort, message, ...fields } = existing;
    form.setValues({ ...fields, order: orderOf(sort), message: message ?? blankValues.message });
  }, [existing?.id]);
  const submit = useSubmit(form, async ({ version, order, message, ...fields }) => {
    const isWhole = Boolean(message.name && message.number && message.sound);
    const sent = { ...fields, sort: orders[order]!.sort, message: isWhole ? message : null };
    const saved = await (existing
      ? api.callingLists.update({ id: existing.id, version, ...sent })
      : api.callingLists.create(sent));
    await client.invalidateQueries({ queryKey: query.callingLists.key() });
    toast.success(existing ? `“${saved.name}” is saved` : `“${saved.name}” is added`);
    onClose();
  });
  const { filter } = form.values;
  return (
    <>
      <FormPanel
        opened={list !== undefined}
        title={existing?.name ?? 'Add calling list'}
        submitLabel={existing ? 'Save' : 'Add list'}
        onClose={onClose}
        form={form}
        submit={submit}
      >
        {existing && (
          <ListProgress
            listId={existing.id}
            withReasons
            withGauge={dialsByItself(existing)}
            withLines={ringsLeadsFirst(existing)}
          />
        )}
        <TextInput label="Name" required maxLength={limits.name} {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          autosize
          maxRows={4}
          maxLength={limits.description}
          {...form.getInputProps('description')}
        />
        <Input.Wrapper
          label="Leads"
          description="A lead that no longer fits when its turn comes is not called."
        >
          <Group gap="xs" mt={6}>
            {isEverything(filter) ? (
              <Text size="sm">All leads</Text>
            ) : (
              <FilterBar
                filter={filter}
                onChange={(next) => form.setFieldValue('filter', next)}
                onEdit={() => setFiltering(true)}
              />
            )}
            <Button variant="default" size="compact-sm" onClick={() => setFiltering(true)}>
              Choose leads
            </Button>
          </Group>
        </Input.Wrapper>
        {views.length > 0 && (
          <Select
            label="Leads of a saved view"
            placeholder="Take over its filter"
            data={views.map(({ id, name }) => ({ value: id, label: name }))}
            value={null}
            onChange={(id) => {
              const view = views.find((one) => one.id === id);
              if (view) form.setFieldValue('filter', view.filter);
            }}
          />
        )}
        <Select
          label="Order"
          description="Of leads that were not called yet. Promised calls come first."
          allowDeselect={false}
          data={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
          {...form.getInputProps('order')}
        />
        <Switch
          label="Best hour first"
          description={`Of the next ${limits.bestHourAmong} leads that are due, those come first whose own clock shows the hour in which most people answer. It begins to count once lead scores have learned from ${hourOptions.calls} calls.`}
          {...form.getInputProps('bestHourFirst', { type: 'checkbox' })}
        />
        <TakersField
          label="Agents"
          placeholder="Everybody"
          agents={agents.map(({ id, name }) => ({ agentId: id, name, isActive: true }))}
          value={form.values}
          onChange={(takers) => form.setValues(takers)}
        />
        <Group grow align="flex-start">
          <BoundedNumberInput
            label="Calls to one lead"
            min={limits.attempts.min}
            max={limits.attempts.max}
            value={form.values.maxAttempts}
            onChange={(attempts) => form.setFieldValue('maxAttempts', attempts)}
          />
          <BoundedNumberInput
            label="Minutes between calls"
            min={limits.retryMinutes.min}
            max={limits.retryMinutes.max}
            value={form.values.retryMinutes}
            onChange={(minutes) => form.setFieldValue('retryMinutes', minutes)}
          />
        </Group>
        <Dialling form={form} />
        <ScriptSelect form={form} />
        <Switch label="Active" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      </FormPanel>
      <FilterPanel
        opened={filtering}
        filter={filter}
        onClose={() => setFiltering(false)}
        onApply={(next) => {
          form.setFieldValue('filter', next);
          setFiltering(false);
        }}
      />
    </>
  );
}
