import { Select, TextInput } from '@mantine/core';
import { placeName } from '#shared/model/compliance/places.ts';
import { type Emergency, emergencyStates } from '#shared/model/compliance/settings.ts';
import { FieldRows } from '#web/ui/resource/FieldRows.tsx';
import styles from './Compliance.module.css';

const choices = emergencyStates.map((code) => ({ value: code, label: placeName(code) }));

interface EmergencyFieldsProps {
  emergencies: readonly Emergency[];
  onChange: (emergencies: Emergency[]) => void;
  disabled?: boolean;
}

/** Declared states of emergency, each with its first and its last day. */
export function EmergencyFields({ emergencies, onChange, disabled = false }: EmergencyFieldsProps) {
  return (
    <FieldRows
      rows={emergencies}
      onChange={onChange}
      disabled={disabled}
      blank={() => ({ state: emergencyStates[0]!, name: '', from: today(), until: null })}
      addLabel="Add an emergency"
      removeLabel={(_, number) => `Remove emergency ${number}`}
      rowClassName={styles.emergency}
    >
      {({ state, name, from, until }, set, number) => (
        <>
          <Select
            aria-label={`State of emergency ${number}`}
            allowDeselect={false}
            data={choices}
            disabled={disabled}
            value={state}
            onChange={(next) => next && set({ state: next })}
          />
          <TextInput
            aria-label={`Name of emergency ${number}`}
            placeholder="Name"
            maxLength={100}
            disabled={disabled}
            value={name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={`First day of emergency ${number}`}
            required
            disabled={disabled}
            value={from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={`Last day of emergency ${number}, empty while nobody knows`}
            min={from}
            disabled={disabled}
            value={until ?? ''}
            onChange={(event) => set({ until: event.currentTarget.value || null })}
          />
        </>
      )}
    </FieldRows>
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
