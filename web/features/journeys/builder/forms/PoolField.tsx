import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';

interface PoolFieldProps {
  value: string | null;
  onChange: (poolId: string | null) => void;
}

/** The pool that a text's number is drawn from; one that has been removed stays until another is chosen. */
export function PoolField({ value, onChange }: PoolFieldProps) {
  const pools = useQuery(query.didPools.list.queryOptions({ input: {}, enabled: useMay()('didPools.view') }));
  const known = (pools.data?.pools ?? []).map(({ id, name, isActive, dids }) => ({
    value: id,
    label: [name, !isActive && 'not active', dids.length === 0 && 'no numbers'].filter(Boolean).join(' · '),
    // Whoever would be texted from it would wait forever.
    disabled: id !== value && (!isActive || dids.length === 0),
  }));
  const isGone = value !== null && pools.isSuccess && !known.some((pool) => pool.value === value);
  return (
    <Select
      label="From a pool of numbers"
      description="Somebody who knows a number of yours is always texted from that one."
      placeholder="The number that was used least"
      clearable
      searchable
      nothingFoundMessage="No pool of that name"
      data={isGone ? [...known, { value, label: 'A pool that was removed' }] : known}
      value={value}
      error={isGone ? 'This pool has been removed; texts of this step would fail.' : undefined}
      onChange={onChange}
    />
  );
}
