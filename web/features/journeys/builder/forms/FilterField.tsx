// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Box, Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { FilterBar } from '#web/features/leads/filter/FilterBar.tsx';
import { FilterPanel } from '#web/features/leads/filter/FilterPanel.tsx';
import { isEverything } from '#web/features/leads/filter/tree.ts';

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
      <Box mb={6} fz="sm" fw={500}>
        {label}
      </Box>
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
