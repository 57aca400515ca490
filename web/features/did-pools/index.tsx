import { IconAffiliate } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DidPool, didPoolStrategies } from '#shared/model/did-pool.ts';
import { numberFigureDays } from '#shared/model/number-figures.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { titleColumn } from '#web/features/marketplace/shared/title-column.tsx';
import { activeState, type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { PoolPanel } from './PoolPanel.tsx';
import { SharesOfPool, usePoolStats } from './SharesOfPool.tsx';

/** A pool without numbers gives none to anybody, active or not. */
const stateOf = (pool: DidPool) =>
  pool.dids.length === 0 ? { label: 'No numbers', color: 'amber' } : activeState(pool);

const columns: Column<DidPool>[] = [
  titleColumn('Name', (pool) => ({ name: pool.name, below: pool.description, state: stateOf(pool) })),
  {
    key: 'strategy',
    title: 'Next number',
    width: 170,
    hideBelow: 'md',
    render: ({ strategy }) => didPoolStrategies[strategy].label,
  },
  {
    key: 'numbers',
    title: 'Numbers',
    width: 90,
    align: 'end',
    render: ({ dids }) => <span className="db-figures">{dids.length}</span>,
  },
  {
    key: 'today',
    title: 'Shown today',
    width: 150,
    hideBelow: 'sm',
    render: ({ id }) => <Today poolId={id} />,
  },
  {
    key: 'shares',
    title: `Answered, ${numberFigureDays} days`,
    width: 150,
    hideBelow: 'md',
    render: ({ id }) => <SharesOfPool poolId={id} />,
  },
  stateColumn(stateOf, { hideBelow: 'sm' }),
];

/** How often the numbers of a pool were shown today, and how many may not be now. */
function Today({ poolId }: { poolId: string }) {
  const figures = usePoolStats(poolId);
  if (!figures) return null;
  const held = [
    figures.resting > 0 && `${figures.resting} resting`,
    figures.atLimit > 0 && `${figures.atLimit} at the limit`,
  ].filter(Boolean);
  return <span className="db-figures">{[figures.callsToday.toLocaleString(), ...held].join(', ')}</span>;
}

/** Pools of numbers that leads see when agents call them. Admins change them. */
export default function NumberPoolsPage() {
  const mayEdit = useMay()('didPools.edit');
  const address = useResourceAddress('pool');
  const list = useQuery(
    query.didPools.list.queryOptions({
      input: given({ search: address.search }),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <ResourcePage
      title="Number pools"
      description="Numbers that leads see when the agents of a group call them: the nearest one, by rules."
      noun="pool"
      plural="number pools"
      address={address}
      mayEdit={mayEdit}
      isReadable
      of={list}
      rows={list.data?.pools}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ placeholder: 'Search by name or number', none: 'No pool has this name or number.' }}
      empty={{
        icon: IconAffiliate,
        words:
          'People answer a number of their own area more often. A pool picks it for each call, and lets numbers rest.',
      }}
      remove={{
        work: ({ id }) => api.didPools.remove({ id }),
        words: 'Its numbers stay. Agents who called from it show the number of their extension.',
        stale: [query.didPools],
      }}
    >
      {(thing, onClose) => <PoolPanel thing={thing} readOnly={!mayEdit} onClose={onClose} />}
    </ResourcePage>
  );
}
