import { Chip, Group } from '@mantine/core';

interface FilterChipsProps<Value extends string> {
  /** What is filtered: 'Role'. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** One choice of a few as chips; the chosen one is removed by pressing it again. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterChipsProps<Value>) {
  return (
    <Group gap={6} role="group" aria-label={label}>
      {options.map((option) => (
        <Chip
          key={option.value}
          size="sm"
          variant="light"
          color="ink"
          checked={value === option.value}
          onChange={(checked) => onChange(checked ? option.value : undefined)}
          tt="capitalize"
        >
          {option.label}
        </Chip>
      ))}
    </Group>
  );
}
