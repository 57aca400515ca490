import { Menu, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CelebrationRule } from '#shared/model/celebration.ts';
import { dollars } from '#shared/model/money.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { useDisplays, useGroups } from '#web/features/displays/queries.ts';
import { activeState, type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { toast } from '#web/ui/toast.ts';
import { winsChanged } from './bell/call-off.tsx';
import { RulePanel } from './RulePanel.tsx';

/** Which sales a rule celebrates, in words. */
function whichOf(rule: CelebrationRule): string {
  const which = {
    every: 'Every sale',
    first: 'The first of the day',
    streak: `${rule.streak} in a row by one rep`,
    goal: `The one that reaches ${dollars(rule.goal)} for the day`,
  }[rule.occasion];
  const named = [...rule.sources, ...rule.brands, ...rule.tags, ...(rule.customField?.values ?? [])];
  return [
    which,
    rule.minimumAmount ? `from ${dollars(rule.minimumAmount)}` : '',
    named.length > 0 ? `of ${named.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The rules, of which the first that a sale fits celebrates it. Admins change them. */
export default function RulesSection() {
  const mayEdit = useMay()('celebrations.edit');
  const address = useResourceAddress('rule');
  const list = useQuery(
    query.celebrations.listRules.queryOptions({
      input: {},
      refetchInterval: usePollInterval('celebrations', 30_000),
    }),
  );
  const displays = useDisplays().data?.displays ?? [];
  const groups = useGroups().data?.groups ?? [];
  const rules = list.data?.rules;
  const placeOf = ({ id }: CelebrationRule) => rules?.findIndex((rule) => rule.id === id) ?? 0;
  async function move(rule: CelebrationRule, by: 1 | -1) {
    const ids = (rules ?? []).map(({ id }) => id);
    const at = placeOf(rule);
    ids.splice(at, 1);
    ids.splice(at + by, 0, rule.id);
    try {
      await api.celebrations.orderRules({ ids });
    } catch (error) {
      toast.error(error);
    }
    await winsChanged();
  }
  const whereOf = ({ all, displayIds, groupIds }: CelebrationRule): string => {
    if (all) return 'All displays';
    const named = [
      ...groups.filter(({ id }) => groupIds.includes(id)),
      ...displays.filter(({ id }) => displayIds.includes(id)),
    ];
    return named.map(({ name }) => name).join(', ') || 'No display that is there';
  };
  const columns: Column<CelebrationRule>[] = [
    {
      key: 'place',
      title: '#',
      width: 48,
      render: (rule) => <span className="db-figures">{placeOf(rule) + 1}</span>,
    },
    nameColumn((rule) => [rule.name, whichOf(rule)]),
    {
      key: 'where',
      title: 'Where, and for how long',
      hideBelow: 'sm',
      render: (rule) => (
        <>
          <Text size="sm">{whereOf(rule)}</Text>
          <Text size="xs" c="dimmed">
            {rule.seconds} s{rule.sound === 'none' ? '' : ' with sound'}
            {rule.together ? ' · a rush together' : ''}
            {rule.quietFrom && rule.quietTo ? ` · quiet from ${rule.quietFrom} to ${rule.quietTo}` : ''}
          </Text>
        </>
      ),
    },
    stateColumn(activeState, { hideBelow: 'sm' }),
  ];
  return (
    <ResourcePage
      noun="rule"
      plural="rules"
      address={address}
      mayEdit={mayEdit}
      isReadable
      of={list}
      rows={rules}
      columns={columns}
      nameOf={({ name }) => name}
      menu={(rule) => (
        <>
          {placeOf(rule) > 0 && (
            <Menu.Item
              data-changes
              leftSection={<IconArrowUp size={16} />}
              onClick={() => void move(rule, -1)}
            >
              Move up
            </Menu.Item>
          )}
          {placeOf(rule) < (rules?.length ?? 0) - 1 && (
            <Menu.Item
              data-changes
              leftSection={<IconArrowDown size={16} />}
              onClick={() => void move(rule, 1)}
            >
              Move down
            </Menu.Item>
          )}
        </>
      )}
      empty={{
        icon: IconListCheck,
        words:
          'A rule says which sales the office sees, on which sign, where and for how long. The first rule that a sale fits celebrates it.',
      }}
      remove={{
        work: ({ id }) => api.celebrations.removeRule({ id }),
        words: 'What it has celebrated stays on displays until its time is over.',
        stale: [query.celebrations],
      }}
    >
      {(thing, onClose) => <RulePanel thing={thing} readOnly={!mayEdit} onClose={onClose} />}
    </ResourcePage>
  );
}
