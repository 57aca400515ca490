import { Button, Group, Pill, Popover, Select, Stack, TagsInput } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Report, reportLimits } from '#shared/model/report.ts';
import { type CustomSource, dimensionsOf, isTimeGrouping } from '#shared/model/report-catalogue.ts';
import type { CustomFilter } from './address.ts';

interface FilterPillsProps {
  source: CustomSource;
  filter: readonly CustomFilter[];
  onChange: (filter: CustomFilter[]) => void;
  /** An answer: what stands in its rows is suggested. */
  made: Report | undefined;
  most?: number;
  /** Whether the records of the source can be filtered by it here. */
  isOffered?: (dimension: string) => boolean;
}

/** What is left out of figures, as chips that can be taken away. */
export function FilterPills({
  source,
  filter,
  onChange: set,
  made,
  most = reportLimits.filters,
  isOffered = () => true,
}: FilterPillsProps) {
  return (
    <Group gap={8} mb="md" role="group" aria-label="Filters">
      {filter.map(({ field, op, values }) => {
        const name = dimensionsOf[source][field]?.label ?? field;
        const words = values.map((value) => namesOf(made, field).get(value) ?? (value || 'none')).join(', ');
        return (
          <Pill
            key={`${field} ${op} ${values}`}
            size="md"
            withRemoveButton
            removeButtonProps={{
              'aria-label': `Take away the filter ${name}`,
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => set(filter.filter((one) => one.field !== field || one.op !== op))}
          >
            {name} {op === 'in' ? 'is' : 'is not'} {words}
          </Pill>
        );
      })}
      {filter.length < most && (
        <AddFilter
          key={source}
          dimensions={Object.entries(dimensionsOf[source]).filter(
            ([name]) => !isTimeGrouping(name) && isOffered(name),
          )}
          made={made}
          onAdd={(one) =>
            set([...filter.filter(({ field, op }) => field !== one.field || op !== one.op), one])
          }
        />
      )}
    </Group>
  );
}

/** What the values of a dimension are called, as far as the answer has them. */
function namesOf(made: Report | undefined, field: string): Map<string, string> {
  const at = made?.groupBy.indexOf(field) ?? -1;
  if (!made || at < 0) return new Map();
  return new Map(made.rows.map(({ keys, values }) => [keys[at]!, String(values[field] ?? '')]));
}

interface AddFilterProps {
  dimensions: readonly [name: string, { label: string; values?: readonly string[] }][];
  made: Report | undefined;
  onAdd: (filter: CustomFilter) => void;
}

function AddFilter({ dimensions, made, onAdd }: AddFilterProps) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState(dimensions[0]![0]);
  const [op, setOp] = useState<CustomFilter['op']>('in');
  const [values, setValues] = useState<string[]>([]);
  const names = namesOf(made, name);
  const keyOf = new Map([...names].map(([key, label]) => [label, key]));
  const known = dimensions.find(([one]) => one === name)?.[1].values ?? [...names.values()].filter(Boolean);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus width={320}>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconFilterPlus size={16} />}
          onClick={() => setOpened((was) => !was)}
        >
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (values.length === 0) return;
            onAdd({ field: name, op, values: values.map((value) => keyOf.get(value) ?? value) });
            setValues([]);
            setOpened(false);
          }}
        >
          <Stack gap="sm">
            <Select
              label="Filter by"
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={dimensions.map(([value, { label }]) => ({ value, label }))}
              value={name}
              onChange={(next) => {
                if (!next) return;
                setName(next);
                setValues([]);
              }}
            />
            <Select
              label="Which"
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={[
                { value: 'in', label: 'is one of' },
                { value: 'notIn', label: 'is none of' },
              ]}
              value={op}
              onChange={(next) => next && setOp(next as CustomFilter['op'])}
            />
            <TagsInput
              label="Values"
              description="Type one and press Enter, or choose."
              comboboxProps={{ withinPortal: false }}
              data={[...new Set(known)]}
              maxTags={50}
              value={values}
              onChange={setValues}
            />
            <Button type="submit" disabled={values.length === 0}>
              Add filter
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
