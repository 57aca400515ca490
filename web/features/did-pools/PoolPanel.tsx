import { Group, MultiSelect, NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { agentGroupLimits } from '#shared/model/agent-group.ts';
import {
  type DidPool,
  type DidPoolStrategy,
  didPoolFields,
  didPoolLimits,
  didPoolStrategies,
} from '#shared/model/did-pool.ts';
import { numberFigureDays } from '#shared/model/number-figures.ts';
import { api, query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { DescriptionField } from '#web/ui/resource/DescriptionField.tsx';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { SwitchField } from '#web/ui/resource/SwitchField.tsx';
import { PooledNumbers } from './PooledNumbers.tsx';
import { SharesOfPool } from './SharesOfPool.tsx';

const { restMinutes, perDay } = didPoolLimits;

interface PoolValues
  extends Pick<DidPool, 'name' | 'description' | 'isActive' | 'strategy' | 'restMinutes' | 'groupIds'> {
  /** '' is no limit. */
  maxPerDay: number | '';
  dids: { didId: string; weight: number }[];
}

const valuesOf = (pool: DidPool | undefined): PoolValues =>
  pool
    ? {
        name: pool.name,
        description: pool.description,
        isActive: pool.isActive,
        strategy: pool.strategy,
        restMinutes: pool.restMinutes,
        maxPerDay: pool.maxPerDay ?? '',
        groupIds: pool.groupIds,
        dids: pool.dids.map(({ didId, weight }) => ({ didId, weight })),
      }
    : {
        name: '',
        description: '',
        isActive: true,
        strategy: 'local',
        restMinutes: 0,
        maxPerDay: '',
        groupIds: [],
        dids: [],
      };

const inputOf = ({ maxPerDay, ...values }: PoolValues) => ({
  ...values,
  maxPerDay: maxPerDay === '' ? null : maxPerDay,
});

function problemOf(values: PoolValues): string | undefined {
  const { dids: _, groupIds: __, ...fields } = inputOf(values);
  return didPoolFields.safeParse(fields).error?.issues[0]?.message;
}

interface PoolPanelProps {
  thing: Opened<DidPool>;
  readOnly: boolean;
  onClose: () => void;
}

/** A pool: its numbers, who calls from them, and how the next one is chosen. */
export function PoolPanel({ thing, readOnly, onClose }: PoolPanelProps) {
  const groups = useQuery(query.agentGroups.list.queryOptions({ input: { limit: agentGroupLimits.groups } }));
  return (
    <DraftPanel
      thing={thing}
      onClose={onClose}
      readOnly={readOnly}
      title="Add number pool"
      addLabel="Add pool"
      valuesOf={valuesOf}
      problemOf={problemOf}
      save={(values, before) =>
        before
          ? api.didPools.update({ id: before.id, version: before.version, ...inputOf(values) })
          : api.didPools.create(inputOf(values))
      }
      stale={[query.didPools]}
    >
      {(values, set) => (
        <>
          <NameField values={values} readOnly={readOnly} set={set} maxLength={didPoolLimits.name} />
          <DescriptionField
            values={values}
            readOnly={readOnly}
            set={set}
            maxLength={didPoolLimits.description}
          />
          <MultiSelect
            label="Who calls from it"
            description="The agents of these groups."
            placeholder={values.groupIds.length === 0 ? 'Nobody yet' : undefined}
            searchable
            disabled={readOnly}
            data={(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={values.groupIds}
            onChange={(groupIds) => set({ groupIds })}
          />
          <Select
            label="Next number"
            description={didPoolStrategies[values.strategy].about}
            allowDeselect={false}
            disabled={readOnly}
            data={Object.entries(didPoolStrategies).map(([value, { label }]) => ({ value, label }))}
            value={values.strategy}
            onChange={(strategy) => strategy && set({ strategy: strategy as DidPoolStrategy })}
          />
          <Group grow align="flex-start">
            <BoundedNumberInput
              label="Rests after a call, min"
              min={0}
              max={restMinutes}
              disabled={readOnly}
              value={values.restMinutes}
              onChange={(minutes) => set({ restMinutes: minutes })}
            />
            <NumberInput
              label="Calls a day from one"
              placeholder="No limit"
              min={1}
              max={perDay}
              allowDecimal={false}
              disabled={readOnly}
              value={values.maxPerDay}
              onChange={(most) => set({ maxPerDay: most === '' ? '' : Number(most) })}
            />
          </Group>
          {thing && thing !== 'new' && (
            <section aria-label="Calls from its numbers">
              <Text size="sm" fw={600} mb={4}>
                Calls from its numbers in {numberFigureDays} days
              </Text>
              <SharesOfPool poolId={thing.id} />
            </section>
          )}
          <PooledNumbers
            dids={values.dids}
            byWeight={values.strategy === 'local' || values.strategy === 'weighted'}
            known={thing === 'new' ? undefined : thing}
            readOnly={readOnly}
            onChange={(dids) => set({ dids })}
          />
          <SwitchField
            label="Active"
            description="A pool that is not gives no numbers."
            name="isActive"
            values={values}
            readOnly={readOnly}
            set={set}
          />
        </>
      )}
    </DraftPanel>
  );
}
