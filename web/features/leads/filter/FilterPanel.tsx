import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { filterLimits } from '#shared/model/lead-filter.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { useLeadSettings } from '../shared/lookups.ts';
import { FilterGroup } from './FilterGroup.tsx';
import { filterFieldsOf } from './fields.ts';
import { asGroup, conditionOn, countOf, finished, type Group, partsOf } from './tree.ts';

interface FilterPanelProps {
  opened: boolean;
  filter: LeadFilter;
  onClose: () => void;
  onApply: (filter: Group) => void;
}

/** Builds a filter beside the list; nothing changes there until it is applied. */
export function FilterPanel({ opened, filter, onClose, onApply }: FilterPanelProps) {
  const fields = filterFieldsOf(useLeadSettings());
  const [draft, setDraft] = useState<Group>(() => asGroup(filter));
  useEffect(() => {
    if (!opened) return;
    const group = asGroup(filter);
    setDraft(
      partsOf(group).length > 0 ? group : { all: [conditionOn(filterFieldsOf({ customFields: [] })[0]!)] },
    );
  }, [opened, filter]);
  const tooMany = countOf(draft) > filterLimits.conditions;

  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title="Filter leads"
      width={520}
      footer={
        <>
          <Button variant="default" onClick={() => onApply({ all: [] })}>
            Show all leads
          </Button>
          <Button disabled={tooMany} onClick={() => onApply(finished(draft))}>
            Apply filter
          </Button>
        </>
      }
    >
      {tooMany && (
        <Text c="red" size="sm" role="alert" mb="sm">
          A filter has at most {filterLimits.conditions} conditions.
        </Text>
      )}
      <FilterGroup group={draft} fields={fields} depth={1} onChange={setDraft} />
    </SidePanel>
  );
}
