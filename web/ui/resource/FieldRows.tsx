import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { focusAdded } from '../focus-added.ts';

interface FieldRowsProps<T> {
  rows: readonly T[];
  onChange: (rows: T[]) => void;
  disabled: boolean;
  /** A row that is added. */
  blank: () => T;
  addLabel: string;
  removeLabel: (row: T, number: number) => string;
  /** The grid of a row; its last column is the button that removes it. */
  rowClassName: string | undefined;
  gap?: number;
  /** The fields of a row, of which the first has the number 1. */
  children: (row: T, set: (change: Partial<T>) => void, number: number) => ReactNode;
}

/** Rows of fields that are part of a form, to add and to remove. */
export function FieldRows<T>({
  rows,
  onChange,
  disabled,
  blank,
  addLabel,
  removeLabel,
  rowClassName,
  gap = 8,
  children,
}: FieldRowsProps<T>) {
  return (
    <>
      <Stack component="ul" className="db-list" gap={gap}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order while they are edited
          <li key={at} className={rowClassName}>
            {children(
              row,
              (change) => onChange(rows.map((one, n) => (n === at ? { ...one, ...change } : one))),
              at + 1,
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={removeLabel(row, at + 1)}
              disabled={disabled}
              onClick={() => onChange(rows.filter((_, n) => n !== at))}
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
        onClick={({ currentTarget }) => {
          onChange([...rows, blank()]);
          focusAdded(currentTarget);
        }}
      >
        {addLabel}
      </Button>
    </>
  );
}
