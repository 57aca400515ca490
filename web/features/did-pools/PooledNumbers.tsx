import { type ComboboxItem, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DidPool, didPoolLimits } from '#shared/model/did-pool.ts';
import { query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { phoneText } from '#web/ui/lead-text.ts';

interface PooledNumbersProps {
  dids: readonly { didId: string; weight: number }[];
  /** Whether weights count by the pool's strategy. */
  byWeight: boolean;
  /** The pool as it stands: it names the numbers that are in it. */
  known: DidPool | undefined;
  readOnly: boolean;
  onChange: (dids: { didId: string; weight: number }[]) => void;
}

/** Numbers that are offered; others are found by typing. */
const offered = 200;

/** Whether a number is meant by what was typed: its words, or its digits however they are set apart. */
function isFound(label: string, typed: string): boolean {
  const digits = typed.replaceAll(/\D/g, '');
  return (
    label.toLowerCase().includes(typed.trim().toLowerCase()) ||
    (digits !== '' && label.replaceAll(/\D/g, '').includes(digits))
  );
}

/** The numbers of a pool, with their weights where those count. */
export function PooledNumbers({ dids, byWeight, known, readOnly, onChange }: PooledNumbersProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(
    query.dids.list.queryOptions({
      input: { limit: offered, status: 'active', ...(search ? { search } : {}) },
      enabled: !readOnly,
    }),
  );
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const labels = new Map(seen);
  const named = (phoneNumber: string, label: string) =>
    label ? `${phoneText(phoneNumber)}, ${label}` : phoneText(phoneNumber);
  for (const { didId, phoneNumber, label } of known?.dids ?? []) labels.set(didId, named(phoneNumber, label));
  for (const { id, phoneNumber, label } of data?.dids ?? []) labels.set(id, named(phoneNumber, label));
  const weightOf = new Map(dids.map(({ didId, weight }) => [didId, weight]));
  return (
    <Stack gap="xs">
      <MultiSelect
        label="Numbers"
        placeholder={dids.length === 0 ? 'None yet' : undefined}
        searchable
        disabled={readOnly}
        maxValues={didPoolLimits.dids}
        data={[...labels].map(([value, label]) => ({ value, label }))}
        filter={({ options, search: typed }) =>
          (options as ComboboxItem[]).filter(({ label }) => isFound(label, typed))
        }
        searchValue={search}
        onSearchChange={setSearch}
        value={dids.map(({ didId }) => didId)}
        onChange={(ids) => {
          // What was found by an earlier search keeps its name while the list is another one.
          setSeen(labels);
          onChange(ids.map((didId) => ({ didId, weight: weightOf.get(didId) ?? 1 })));
        }}
      />
      {byWeight && dids.length > 1 && (
        <fieldset style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
          <Text component="legend" size="sm" fw={500} mb={4}>
            Weights
          </Text>
          <Stack gap={8}>
            {dids.map(({ didId, weight }) => (
              <Group key={didId} justify="space-between" wrap="nowrap">
                <Text size="sm" className="db-figures" truncate>
                  {labels.get(didId) ?? 'A number that was removed'}
                </Text>
                <BoundedNumberInput
                  aria-label={`Weight of ${labels.get(didId) ?? 'a number that was removed'}`}
                  w={90}
                  min={1}
                  max={didPoolLimits.weight}
                  disabled={readOnly}
                  value={weight}
                  onChange={(next) =>
                    onChange(dids.map((one) => (one.didId === didId ? { didId, weight: next } : one)))
                  }
                />
              </Group>
            ))}
          </Stack>
        </fieldset>
      )}
    </Stack>
  );
}
