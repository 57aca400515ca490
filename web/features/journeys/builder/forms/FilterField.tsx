// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { FilterBar } from '#web/features/leads/filter/FilterBar.tsx';
import { FilterPanel } from '#web/features/leads/filter/FilterPanel.tsx';
import { isEverything } from '#web/features/leads/filter/tree.ts';
import styles from './forms.module.css';

interface FilterFieldProps {
  label: string;
  filter: LeadFilter;
  onChange: (filter: LeadFilter) => void;
}

/** A filter of leads as a field: its conditions as chips, and the builder of the list of leads to change them. */
export function FilterField({ label, filter, onChange }: FilterFieldProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div role="group" aria-label={label}>
      <div className={styles.label}>{label}</div>
      {isEverything(filter) ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconFilter size={15} />}
          onClick={() => setOpened(true)}
        >
          Add conditions
        </Button>
      ) : (
        <FilterBar filter={filter} onChange={onChange} onEdit={() => setOpened(true)} />
      )}
      <FilterPanel
        opened={opened}
        filter={filter}
        onClose={() => setOpened(false)}
        onApply={(next) => {
          setOpened(false);
          onChange(next);
        }}
      />
    </div>
  );
}
