// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { Button, CloseButton, Flex } from '@mantine/core';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import styles from './filter.module.css';
import { asGroup, groupOf, isEverything, jointOf, partsOf } from './tree.ts';
import { useFilterWords } from './useFilterWords.ts';

interface FilterBarProps {
  filter: LeadFilter;
  onChange: (filter: LeadFilter) => void;
  onEdit: () => void;
}

/** The filter as chips: a press opens the builder, the cross takes one condition away. */
export function FilterBar({ filter, onChange, onEdit }: FilterBarProps) {
  const words = useFilterWords();
  if (isEverything(filter)) return null;
  const group = asGroup(filter);
  const joint = jointOf(group);
  const parts = partsOf(group);
  // What is joined by "or" cannot be told apart chip by chip: it is one chip.
  const chips = joint === 'all' ? parts : [group];
  return (
    <Flex gap={6} wrap="wrap" role="group" aria-label="Filter">
      {chips.map((part, at) => {
        const text = words(part);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other name than its place
          <span key={at} className={styles.chip}>
            <button type="button" className={styles.words} title={text} onClick={onEdit}>
              {text}
            </button>
            <CloseButton
              size="sm"
              radius="xl"
              c="inherit"
              aria-label={`Remove the filter ${text}`}
              onClick={() =>
                onChange(
                  joint === 'any'
                    ? { all: [] }
                    : groupOf(
                        'all',
                        parts.filter((_, i) => i !== at),
                      ),
                )
              }
            />
          </span>
        );
      })}
      {chips.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange({ all: [] })}>
          Clear all
        </Button>
      )}
    </Flex>
  );
}
