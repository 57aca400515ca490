import { Select, type SelectProps, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './resource.module.css';

interface FilterBarProps {
  /** What is searched: 'Calls'. */
  label: string;
  /** Narrower fields, where there are more than four. */
  dense?: boolean;
  children: ReactNode;
}

/** Labelled fields over a list, side by side where there is room. */
export const FilterBar = ({ label, dense, children }: FilterBarProps) => (
  <search className={styles.fields} data-dense={dense} aria-label={label}>
    {children}
  </search>
);

interface FilterSelectProps<Value extends string> extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** The name of the button that takes the choice away: 'All statuses'. */
  clearLabel: string;
  /** Options, or groups of them. */
  data: readonly (
    | { value: Value; label: string }
    | { group: string; items: { value: Value; label: string }[] }
  )[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** One choice of many; with nothing chosen everything is listed. Name it by `label` or `aria-label`. */
export const FilterSelect = <Value extends string>({
  clearLabel,
  data,
  value,
  onChange,
  ...select
}: FilterSelectProps<Value>) => (
  <Select
    placeholder="All"
    {...select}
    clearable
    clearButtonProps={{ 'aria-label': clearLabel }}
    data={[...data]}
    value={value ?? null}
    onChange={(next) => onChange((next ?? undefined) as Value | undefined)}
  />
);

interface DayRangeProps {
  from?: string | undefined;
  to?: string | undefined;
  onChange: (change: { from?: string; to?: string }) => void;
}

/** From a day until a day, both included (`wholeDays`). */
export const DayRange = ({ from, to, onChange }: DayRangeProps) => (
  <>
    <TextInput
      type="date"
      label="From"
      value={from ?? ''}
      onChange={(event) => onChange({ from: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label="Until"
      value={to ?? ''}
      onChange={(event) => onChange({ to: event.currentTarget.value })}
    />
  </>
);
