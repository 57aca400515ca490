// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { ActionIcon, Button, Group, SegmentedControl, Select, SimpleGrid } from '@mantine/core';
import { IconParentheses, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Condition, LeadFilter } from '#shared/model/lead-filter.ts';
import { type FilterFieldInfo, type Operator, operatorsOf, operatorText } from './fields.ts';
import styles from './filter.module.css';
import {
  conditionOn,
  type Group as FilterGroupShape,
  groupOf,
  isGroup,
  jointOf,
  mayNest,
  partsOf,
  withOperator,
} from './tree.ts';
import { ValueInput } from './ValueInput.tsx';

interface FilterGroupProps {
  group: FilterGroupShape;
  fields: readonly FilterFieldInfo[];
  /** The root is 1. */
  depth: number;
  onChange: (group: FilterGroupShape) => void;
}

/** Conditions that hold together or one of them, and groups of such inside. */
export function FilterGroup({ group, fields, depth, onChange }: FilterGroupProps) {
  const parts = partsOf(group);
  const joint = jointOf(group);
  const set = (next: LeadFilter[]) => onChange(groupOf(joint, next));
  const replace = (at: number, part: LeadFilter) => set(parts.map((other, i) => (i === at ? part : other)));
  const remove = (at: number) => set(parts.filter((_, i) => i !== at));

  return (
    <div className={styles.group} data-nested={depth > 1 || undefined} role="group" aria-label="Conditions">
      {parts.length > 1 && (
        <SegmentedControl
          size="xs"
          mb={8}
          aria-label="How the conditions join"
          data={[
            { value: 'all', label: 'All of these hold' },
            { value: 'any', label: 'Any of these holds' },
          ]}
          value={joint}
          onChange={(next) => onChange(groupOf(next as 'all' | 'any', parts))}
        />
      )}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
        <Group key={at} gap={4} align="flex-start" wrap="nowrap" mb={8}>
          {isGroup(part) ? (
            <FilterGroup
              group={part}
              fields={fields}
              depth={depth + 1}
              onChange={(next) => replace(at, next)}
            />
          ) : (
            <ConditionRow condition={part} fields={fields} onChange={(next) => replace(at, next)} />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={isGroup(part) ? 'Remove this group' : `Remove condition ${at + 1}`}
            onClick={() => remove(at)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group gap={6}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => set([...parts, conditionOn(fields[0]!)])}
        >
          Add condition
        </Button>
        {mayNest(depth) && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconParentheses size={14} />}
            onClick={() => set([...parts, { any: [conditionOn(fields[0]!), conditionOn(fields[0]!)] }])}
          >
            Add group
          </Button>
        )}
      </Group>
    </div>
  );
}

interface ConditionRowProps {
  condition: Condition;
  fields: readonly FilterFieldInfo[];
  onChange: (condition: Condition) => void;
}

function ConditionRow({ condition, fields, onChange }: ConditionRowProps) {
  const field = fields.find(({ name }) => name === condition.field) ?? {
    name: condition.field,
    label: condition.field,
    kind: 'text' as const,
  };
  return (
    <SimpleGrid cols={2} spacing={6} flex={1}>
      <Select
        aria-label="Field"
        searchable
        allowDeselect={false}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        value={condition.field}
        onChange={(name) => {
          const next = fields.find((one) => one.name === name);
          if (next) onChange(conditionOn(next));
        }}
      />
      <Select
        aria-label={`Comparison of ${field.label}`}
        allowDeselect={false}
        data={operatorsOf[field.kind].map((op) => ({ value: op, label: operatorText(op, field.kind) }))}
        value={condition.op}
        onChange={(op) => op && onChange(withOperator(condition, op as Operator))}
      />
      <div className={styles.value}>
        <ValueInput
          condition={condition}
          field={field}
          onChange={(value) => onChange(value === undefined ? condition : { ...condition, value })}
        />
      </div>
    </SimpleGrid>
  );
}
