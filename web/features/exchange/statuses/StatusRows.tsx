import { Checkbox, ColorInput, Text, TextInput } from '@mantine/core';
import { agentStatusLimits } from '#shared/model/agent-status.ts';
import { FieldRows } from '#web/ui/resource/FieldRows.tsx';
import { blankStatus, type StatusValues } from './form.ts';
import { MinutesInput } from './MinutesInput.tsx';
import styles from './Statuses.module.css';

interface StatusRowsProps {
  statuses: readonly StatusValues[];
  disabled: boolean;
  onChange: (statuses: StatusValues[]) => void;
}

/** The statuses of a config that agents choose from, beside those that come by themselves. */
export function StatusRows({ statuses, disabled, onChange }: StatusRowsProps) {
  return (
    <div>
      <Text component="h3" size="sm" fw={650}>
        Statuses
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        Available, On a call, Wrap-up and Signed out are there by themselves.
      </Text>
      <FieldRows
        rows={statuses}
        onChange={onChange}
        disabled={disabled || statuses.length >= agentStatusLimits.statuses}
        blank={() => blankStatus(statuses.length)}
        addLabel="Add a status"
        removeLabel={({ label }, at) => `Remove ${label || `status ${at}`}`}
        rowClassName={styles.row}
        gap={14}
      >
        {(status, set, at) => (
          <>
            <TextInput
              label="Label"
              aria-label={`Label of status ${at}`}
              disabled={disabled}
              maxLength={agentStatusLimits.label}
              value={status.label}
              onChange={(event) => set({ label: event.currentTarget.value })}
            />
            <ColorInput
              label="Colour"
              aria-label={`Colour of status ${at}`}
              format="hex"
              withEyeDropper={false}
              disabled={disabled}
              value={status.color}
              onChange={(color) => set({ color })}
            />
            <MinutesInput
              label="At most, min"
              aria-label={`Longest time in status ${at}, minutes`}
              disabled={disabled}
              value={status.maxMinutes}
              onChange={(maxMinutes) => set({ maxMinutes })}
            />
            <div className={styles.checks}>
              <Checkbox
                label="Paid"
                aria-label={`Status ${at} is paid`}
                disabled={disabled}
                checked={status.isPaid}
                onChange={(event) => set({ isPaid: event.currentTarget.checked })}
              />
              <Checkbox
                label="Takes calls"
                aria-label={`Calls are offered in status ${at}`}
                disabled={disabled}
                checked={status.isAvailable}
                onChange={(event) => set({ isAvailable: event.currentTarget.checked })}
              />
            </div>
          </>
        )}
      </FieldRows>
    </div>
  );
}
