import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useState } from 'react';

interface SecretFieldProps {
  label: string;
  /** What is wrong with the one that was given. */
  error?: string | undefined;
  isSet: boolean;
  /** undefined: as it is; null: to be removed. */
  value: string | null | undefined;
  onChange: (value: string | null | undefined) => void;
}

/** A key that is never shown again: set or not, to be replaced or removed. */
export function SecretField({ label, error, isSet, value, onChange }: SecretFieldProps) {
  const [replacing, setReplacing] = useState(false);
  if (!isSet || replacing || typeof value === 'string')
    return (
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <PasswordInput
          flex={1}
          label={label}
          error={error}
          autoComplete="off"
          placeholder={isSet ? 'The new one' : 'Not set'}
          maxLength={500}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
        {isSet && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setReplacing(false);
              onChange(undefined);
            }}
          >
            Keep the old
          </Button>
        )}
      </Group>
    );
  const removed = value === null;
  const Icon = removed ? IconCircleDashed : IconCircleCheck;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Group gap="xs">
        <Group gap={6} c={removed ? 'dimmed' : undefined}>
          <Icon size={17} aria-hidden="true" />
          <Text size="sm">{removed ? 'Is removed when you save' : 'Set'}</Text>
        </Group>
        <Button size="compact-sm" variant="default" onClick={() => setReplacing(true)}>
          Replace
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => onChange(removed ? undefined : null)}
        >
          {removed ? 'Keep it' : 'Remove'}
        </Button>
      </Group>
    </div>
  );
}
