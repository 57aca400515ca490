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
          // Names of roles and the like begin with a capital here; 'E-mails' stays as it is.
          {...(/^[a-z]+$/.test(option.label) ? { tt: 'capitalize' as const } : {})}
        >
          {option.label}
        </Chip>
      ))}
    </Group>
  );
}
