import { Select, TagsInput } from '@mantine/core';
import { type CelebrationRuleFields, celebrationLimits as limits } from '#shared/model/celebration.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';

type Choice = CelebrationRuleFields['customField'];

interface CustomFieldChoiceProps {
  value: Choice;
  readOnly: boolean;
  onChange: (value: Choice) => void;
}

/** Which values a field of the workspace's own has to hold, such as the product; nothing where there is no such field. */
export function CustomFieldChoice({ value, readOnly, onChange }: CustomFieldChoiceProps) {
  const fields = useLeadSettings().customFields.filter(({ type }) => type !== 'boolean' && type !== 'date');
  const own = fields.find(({ key }) => key === value?.key);
  if (fields.length === 0 && !value) return null;
  const gone = value && !own ? [{ value: value.key, label: `${value.key} (removed)` }] : [];
  return (
    <>
      <Select
        label="Field of the lead"
        description="A field of your own, such as the product that was sold."
        placeholder="Any"
        clearable
        disabled={readOnly}
        data={[...fields.map(({ key, label }) => ({ value: key, label })), ...gone]}
        value={value?.key ?? null}
        onChange={(key) => onChange(key === null ? null : { key, values: [] })}
      />
      {value && (
        <TagsInput
          label={`Values of ${own?.label ?? value.key}`}
          placeholder={value.values.length === 0 ? 'Any of these' : ''}
          disabled={readOnly}
          maxTags={limits.named}
          data={own?.choices ?? []}
          value={value.values}
          onChange={(values) => onChange({ ...value, values })}
        />
      )}
    </>
  );
}
