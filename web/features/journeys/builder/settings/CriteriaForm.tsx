import { MultiSelect, NumberInput, TagsInput } from '@mantine/core';
import type { TriggerCriteria } from '#shared/model/journey/journey.ts';
import { tag as tagSchema } from '#shared/model/lead.ts';
import { useLeadSettings, useTags } from '#web/features/leads/shared/lookups.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';

interface CriteriaFormProps {
  value: TriggerCriteria;
  onChange: (value: TriggerCriteria) => void;
}

/** Which leads are meant: status, tags, age, brands and sources. What is left empty lets all pass. */
export function CriteriaForm({ value, onChange }: CriteriaFormProps) {
  const { statuses } = useLeadSettings();
  const tags = useTags();
  const set = (changes: Partial<TriggerCriteria>) => onChange({ ...value, ...changes });
  const age = (key: 'min' | 'max', label: string) => (
    <NumberInput
      label={label}
      placeholder="Any"
      min={0}
      max={36_500}
      allowDecimal={false}
      value={value.leadAgeDays[key] ?? ''}
      onChange={(days) =>
        set({ leadAgeDays: { ...value.leadAgeDays, [key]: typeof days === 'number' ? days : null } })
      }
    />
  );
  const list = (key: 'brands' | 'sources', label: string) => (
    <TagsInput
      label={label}
      placeholder={value[key].length === 0 ? 'Any' : ''}
      maxTags={50}
      acceptValueOnBlur
      value={value[key]}
      onChange={(next) => set({ [key]: next })}
    />
  );
  return (
    <>
      <MultiSelect
        label="Status"
        placeholder={value.leadStatus.length === 0 ? 'Any' : ''}
        data={statuses.map(({ key, label }) => ({ value: key, label }))}
        value={value.leadStatus}
        onChange={(leadStatus) => set({ leadStatus })}
      />
      <TagsInput
        label="Tags, one of them"
        placeholder={value.leadTags.length === 0 ? 'Any' : ''}
        data={tags}
        maxTags={50}
        acceptValueOnBlur
        value={value.leadTags}
        onChange={(next) =>
          set({
            leadTags: next.flatMap((text) => {
              const read = tagSchema.safeParse(text);
              return read.success ? [read.data] : [];
            }),
          })
        }
      />
      <AutoGrid min={180} gap={12} align="end">
        {age('min', 'At least so many days old')}
        {age('max', 'At most so many days old')}
      </AutoGrid>
      {list('brands', 'Brands')}
      {list('sources', 'Sources')}
    </>
  );
}
