import { ActionIcon, Button, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { placeName } from '#shared/model/compliance/places.ts';
import { type Emergency, emergencyStates } from '#shared/model/compliance/settings.ts';
import styles from './Compliance.module.css';

const choices = emergencyStates.map((code) => ({ value: code, label: placeName(code) }));

interface EmergencyFieldsProps {
  emergencies: readonly Emergency[];
  onChange: (emergencies: Emergency[]) => void;
  disabled?: boolean;
}

/** Declared states of emergency, each with its first and its last day. */
export function EmergencyFields({ emergencies, onChange, disabled = false }: EmergencyFieldsProps) {
  const set = (at: number, next: Partial<Emergency>) =>
    onChange(emergencies.map((one, n) => (n === at ? { ...one, ...next } : one)));
  return (
    <>
      <Stack component="ul" className="db-list" gap={8}>
        {emergencies.map(({ state, name, from, until }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order while they are edited
          <li key={at} className={styles.emergency}>
            <Select
              aria-label={`State of emergency ${at + 1}`}
              allowDeselect={false}
              data={choices}
              disabled={disabled}
              value={state}
              onChange={(next) => next && set(at, { state: next })}
            />
            <TextInput
              aria-label={`Name of emergency ${at + 1}`}
              placeholder="Name"
              maxLength={100}
              disabled={disabled}
              value={name}
              onChange={(event) => set(at, { name: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              aria-label={`First day of emergency ${at + 1}`}
              required
              disabled={disabled}
              value={from}
              onChange={(event) => set(at, { from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              aria-label={`Last day of emergency ${at + 1}, empty while nobody knows`}
              min={from}
              disabled={disabled}
              value={until ?? ''}
              onChange={(event) => set(at, { until: event.currentTarget.value || null })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove emergency ${at + 1}`}
              disabled={disabled}
              onClick={() => onChange(emergencies.filter((_, n) => n !== at))}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </li>
        ))}
      </Stack>
      <Button
        mt="xs"
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={disabled}
        onClick={() =>
          onChange([...emergencies, { state: emergencyStates[0]!, name: '', from: today(), until: null }])
        }
      >
        Add an emergency
      </Button>
    </>
  );
}

const today = () => new Date().toLocaleDateString('sv-SE');

/** What keeps emergencies from being saved. */
export function emergencyProblem(emergencies: readonly Emergency[]): string | undefined {
  if (emergencies.some(({ from }) => !from)) return 'An emergency has no first day.';
  if (emergencies.some(({ from, until }) => until !== null && until < from))
    return 'An emergency ends before it begins.';
  return undefined;
}
