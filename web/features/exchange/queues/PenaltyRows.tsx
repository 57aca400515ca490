import { Select, Text } from '@mantine/core';
import { queueLimits } from '#shared/model/queue.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { FieldRows } from '#web/ui/resource/FieldRows.tsx';
import styles from './Queues.module.css';

interface Row {
  /** Empty until something is chosen. */
  id: string;
  penalty: number;
}

interface PenaltyRowsProps {
  title: string;
  about: string;
  /** What a row is, as in “Add a member”. */
  noun: string;
  choiceLabel: string;
  /** How screen readers tell one row's choice from another's; from 1. */
  choiceLabelAt: (at: number) => string;
  choices: readonly { id: string; name: string; label: string }[];
  most: number;
  rows: Row[];
  onChange: (rows: Row[]) => void;
}

/** Who takes a queue's calls: members or groups, each chosen once, with a penalty. */
export function PenaltyRows({
  title,
  about,
  noun,
  choiceLabel,
  choiceLabelAt,
  choices,
  most,
  rows,
  onChange,
}: PenaltyRowsProps) {
  return (
    <div>
      <Text component="h3" size="sm" fw={650}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {about}
      </Text>
      <FieldRows
        rows={rows}
        onChange={onChange}
        disabled={rows.length >= Math.min(most, choices.length)}
        blank={() => ({ id: '', penalty: 0 })}
        addLabel={`Add a ${noun}`}
        removeLabel={({ id }, at) =>
          `Remove ${choices.find((one) => one.id === id)?.name ?? `${noun} ${at}`}`
        }
        rowClassName={styles.member}
      >
        {(row, set, at) => (
          <>
            <Select
              label={choiceLabel}
              aria-label={choiceLabelAt(at)}
              searchable
              allowDeselect={false}
              data={choices
                .filter(({ id }) => id === row.id || !rows.some((other) => other.id === id))
                .map(({ id, label }) => ({ value: id, label }))}
              value={row.id || null}
              onChange={(id) => id && set({ id })}
            />
            <BoundedNumberInput
              label="Penalty"
              aria-label={`Penalty of ${noun} ${at}`}
              min={0}
              max={queueLimits.penalty}
              value={row.penalty}
              onChange={(penalty) => set({ penalty })}
            />
          </>
        )}
      </FieldRows>
    </div>
  );
}
