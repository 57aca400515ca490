import { Select } from '@mantine/core';

interface ChoiceFieldProps<V extends string> {
  label: string;
  data: readonly { value: string; label: string }[];
  value: V | null;
  onChange: (value: V) => void;
  placeholder?: string;
}

/** One of several. A choice that is in no list is named as that, so that the field is not empty without a reason. */
export function ChoiceField<V extends string>({
  label,
  data,
  value,
  onChange,
  placeholder,
}: ChoiceFieldProps<V>) {
  const isGone = value !== null && !data.some((one) => one.value === value);
  return (
    <Select
      label={label}
      {...(placeholder ? { placeholder } : {})}
      searchable={data.length > 8}
      allowDeselect={false}
      data={isGone ? [...data, { value, label: 'Not in the list' }] : [...data]}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as V)}
    />
  );
}
