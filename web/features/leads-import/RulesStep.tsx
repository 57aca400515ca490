import { Radio, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { ImportOptions } from '#shared/model/lead-import.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { useAgents, useLeadSettings, useTags } from '../leads/shared/lookups.ts';

export type RulesForm = Pick<ImportOptions, 'duplicates' | 'tags' | 'ownerId' | 'source' | 'invalidRows'> & {
  /** The name to save mapping and rules under; empty for not at all. */
  saveAs: string;
};

export const firstRules: RulesForm = {
  duplicates: { rule: 'skip', by: 'phone' },
  tags: [],
  ownerId: null,
  source: '',
  invalidRows: 'leaveOut',
  saveAs: '',
};

const keys = [
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'E-mail' },
  { value: 'either', label: 'Phone or e-mail' },
];

interface RulesStepProps {
  value: RulesForm;
  onChange: (value: RulesForm) => void;
}

/** What happens to people who are there already, and what all leads of the list get. */
export function RulesStep({ value, onChange }: RulesStepProps) {
  const { user } = useSignedIn();
  const seesAll = useSeesAllLeads();
  const { allowDuplicatePhones } = useLeadSettings();
  const tags = useTags();
  const agents = useAgents().filter(({ id, isActive }) => isActive && (seesAll || id === user.userId));
  const { duplicates } = value;
  return (
    <Surface component="section" aria-label="Rules">
      <Stack gap="lg">
        <Radio.Group
          label="If somebody is there already"
          value={duplicates.rule}
          onChange={(rule) =>
            onChange({ ...value, duplicates: { ...duplicates, rule: rule as typeof duplicates.rule } })
          }
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="skip"
              label="Skip the row"
              description="The lead stays as it is; the row comes back with the reason."
            />
            <Radio
              value="update"
              label="Update the lead"
              description="What the row holds is written over; empty cells empty nothing."
            />
            <Radio
              value="create"
              label="Make another lead"
              description={
                allowDuplicatePhones
                  ? 'This workspace lets several leads have one phone.'
                  : 'A phone belongs to one lead in this workspace: rows with a phone that is taken come back.'
              }
            />
          </Stack>
        </Radio.Group>
        <Select
          label="Known by"
          maw={320}
          data={keys}
          allowDeselect={false}
          disabled={duplicates.rule === 'create'}
          value={duplicates.by}
          onChange={(by) =>
            by && onChange({ ...value, duplicates: { ...duplicates, by: by as typeof duplicates.by } })
          }
        />
        <TagsInput
          label="Tags for all"
          placeholder={value.tags.length > 0 ? undefined : 'Such as fair-2026'}
          data={tags}
          maxTags={30}
          value={value.tags}
          onChange={(given) =>
            onChange({ ...value, tags: given.map((tag) => tag.trim().toLowerCase()).filter(Boolean) })
          }
        />
        <AutoGrid min={220}>
          <Select
            label="Owner"
            placeholder="Nobody yet"
            clearable
            searchable
            data={agents.map(({ id, name }) => ({ value: id, label: name }))}
            value={value.ownerId}
            onChange={(ownerId) => onChange({ ...value, ownerId })}
          />
          <TextInput
            label="Source"
            placeholder="Where the list is from"
            description="For rows that name none."
            inputWrapperOrder={['label', 'input', 'description']}
            maxLength={100}
            value={value.source}
            onChange={(event) => onChange({ ...value, source: event.currentTarget.value })}
          />
        </AutoGrid>
        <Switch
          label="Import nothing if any row cannot be a lead"
          description="Otherwise such rows come back as a file with their reasons, and the others come in."
          checked={value.invalidRows === 'stop'}
          onChange={(event) =>
            onChange({ ...value, invalidRows: event.currentTarget.checked ? 'stop' : 'leaveOut' })
          }
        />
        <TextInput
          label="Save this mapping as"
          description="For the next list with the same columns. Leave it empty to save nothing."
          inputWrapperOrder={['label', 'input', 'description']}
          maw={420}
          maxLength={60}
          value={value.saveAs}
          onChange={(event) => onChange({ ...value, saveAs: event.currentTarget.value })}
        />
      </Stack>
    </Surface>
  );
}
