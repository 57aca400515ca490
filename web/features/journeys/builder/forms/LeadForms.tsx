import { Select, TagsInput } from '@mantine/core';
import { tag as tagSchema } from '#shared/model/lead.ts';
import { useAgents, useLeadSettings, useTags } from '#web/features/leads/shared/lookups.ts';
import type { FormProps } from './useConfigForm.ts';

/** Tags as they are kept; what cannot be one is left out. */
const readTags = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => {
      const read = tagSchema.safeParse(text);
      return read.success ? [read.data] : [];
    }),
  ),
];

export function TagForm({ form: { config, set } }: FormProps<'tag'>) {
  const tags = useTags();
  const field = (name: 'add' | 'remove', label: string) => (
    <TagsInput
      label={label}
      placeholder={config[name].length === 0 ? 'Type and press Enter' : ''}
      data={tags}
      maxTags={10}
      acceptValueOnBlur
      value={config[name]}
      onChange={(next) => set({ [name]: readTags(next) })}
    />
  );
  return (
    <>
      {field('add', 'Add')}
      {field('remove', 'Take away')}
    </>
  );
}

export function StatusForm({ form: { config, set } }: FormProps<'status'>) {
  const { statuses } = useLeadSettings();
  return (
    <Select
      label="Status"
      placeholder="Choose one"
      data={statuses.map(({ key, label }) => ({ value: key, label }))}
      value={config.status || null}
      onChange={(status) => set({ status: status ?? '' })}
    />
  );
}

export function AssignForm({ form: { config, set } }: FormProps<'assign'>) {
  const agents = useAgents();
  return (
    <>
      <Select
        label="To"
        allowDeselect={false}
        data={[
          { value: 'roundRobin', label: 'Everybody in turns' },
          { value: 'leastLoaded', label: 'Whoever has the fewest leads' },
          { value: 'user', label: 'One person' },
          { value: 'nobody', label: 'Nobody' },
        ]}
        value={config.to}
        onChange={(to) => to && set({ to: to as 'user' })}
      />
      {config.to === 'user' && (
        <Select
          label="Person"
          placeholder="Choose one"
          searchable
          data={agents.map(({ id, name, isActive }) => ({ value: id, label: name, disabled: !isActive }))}
          value={config.userId}
          onChange={(userId) => set({ userId })}
        />
      )}
    </>
  );
}
