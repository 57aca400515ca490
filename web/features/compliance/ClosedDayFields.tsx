import { Select, TextInput } from '@mantine/core';
import type { ComplianceSettings } from '#shared/model/compliance/settings.ts';
import { FieldRows } from '#web/ui/resource/FieldRows.tsx';
import styles from './Compliance.module.css';
import { stateChoices } from './states.ts';

interface ClosedDayFieldsProps {
  days: ComplianceSettings['closedDays'];
  onChange: (days: ComplianceSettings['closedDays']) => void;
  disabled: boolean;
}

/** Days on which nobody is contacted, everywhere or in one state. */
export function ClosedDayFields({ days, onChange, disabled }: ClosedDayFieldsProps) {
  return (
    <FieldRows
      rows={days}
      onChange={onChange}
      disabled={disabled}
      blank={() => ({ date: '', name: '', state: null })}
      addLabel="Add a day"
      removeLabel={(_, number) => `Remove day ${number}`}
      rowClassName={styles.closedDay}
    >
      {(day, set, number) => (
        <>
          <TextInput
            type="date"
            aria-label={`Day ${number}`}
            required
            disabled={disabled}
            value={day.date}
            onChange={(event) => set({ date: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Name of day ${number}`}
            placeholder="Name"
            maxLength={100}
            disabled={disabled}
            value={day.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Select
            aria-label={`Where day ${number} is closed`}
            placeholder="Everywhere"
            clearable
            searchable
            clearButtonProps={{ 'aria-label': 'Everywhere' }}
            data={stateChoices}
            disabled={disabled}
            value={day.state}
            onChange={(state) => set({ state })}
          />
        </>
      )}
    </FieldRows>
  );
}
