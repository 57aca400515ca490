import { Switch, Text, TextInput } from '@mantine/core';
import { type TransferStrategy, transferGroupLimits } from '#shared/model/transfer-group.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { FieldRows } from '#web/ui/resource/FieldRows.tsx';
import { blankNumber, type NumberValues } from './form.ts';
import styles from './NumberFields.module.css';

interface NumberFieldsProps {
  numbers: readonly NumberValues[];
  /** Which of priority and weight counts. */
  strategy: TransferStrategy;
  disabled: boolean;
  onChange: (numbers: NumberValues[]) => void;
}

/** The numbers of a group, each with what its strategy asks of it. */
export function NumberFields({ numbers, strategy, disabled, onChange }: NumberFieldsProps) {
  const byWeight = strategy === 'roundRobin' || strategy === 'random';
  return (
    <div>
      <Text component="h3" size="sm" fw={650} mb={6}>
        Numbers
      </Text>
      <FieldRows
        rows={numbers}
        onChange={onChange}
        disabled={disabled || numbers.length >= transferGroupLimits.numbers}
        blank={blankNumber}
        addLabel="Add a number"
        removeLabel={({ phoneNumber }, at) =>
          `Remove ${phoneNumber ? phoneText(phoneNumber) : `number ${at}`}`
        }
        rowClassName={styles.number}
        gap={14}
      >
        {(number, set, at) => (
          <>
            <TextInput
              label="Number"
              aria-label={`Number ${at}`}
              type="tel"
              placeholder="(305) 555-0123"
              disabled={disabled}
              value={number.phoneNumber}
              onChange={(event) => set({ phoneNumber: event.currentTarget.value })}
            />
            <TextInput
              label="Label"
              aria-label={`Label of number ${at}`}
              disabled={disabled}
              maxLength={transferGroupLimits.label}
              value={number.label}
              onChange={(event) => set({ label: event.currentTarget.value })}
            />
            {byWeight && (
              <BoundedNumberInput
                label="Weight"
                aria-label={`Weight of number ${at}`}
                min={1}
                max={transferGroupLimits.weight}
                disabled={disabled}
                value={number.weight}
                onChange={(weight) => set({ weight })}
              />
            )}
            {strategy === 'priority' && (
              <BoundedNumberInput
                label="Priority"
                aria-label={`Priority of number ${at}`}
                min={1}
                max={transferGroupLimits.priority}
                disabled={disabled}
                value={number.priority}
                onChange={(priority) => set({ priority })}
              />
            )}
            <BoundedNumberInput
              label="At once"
              aria-label={`Calls at once of number ${at}`}
              min={1}
              max={transferGroupLimits.concurrent}
              disabled={disabled}
              value={number.maxConcurrent}
              onChange={(maxConcurrent) => set({ maxConcurrent })}
            />
            <Switch
              aria-label={`Number ${at} is active`}
              disabled={disabled}
              checked={number.isActive}
              onChange={(event) => set({ isActive: event.currentTarget.checked })}
            />
          </>
        )}
      </FieldRows>
    </div>
  );
}
