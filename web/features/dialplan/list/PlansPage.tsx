import { Badge, Button, Menu } from '@mantine/core';
import { IconCopy, IconPlus, IconSitemap } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DialPlanSummary } from '#shared/model/dialplan/plan.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Column, nameColumn } from '#web/ui/DataTable.tsx';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { builderPath } from '../path.ts';
import { planNames } from '../words.ts';

const columns: Column<DialPlanSummary>[] = [
  nameColumn(({ name, description }) => [name, description]),
  {
    key: 'state',
    title: 'State',
    width: 120,
    render: (plan) =>
      plan.isActive ? (
        <Badge color="green" variant="light" tt="none" radius="sm">
          Deployed
        </Badge>
      ) : (
        <Badge color="gray" variant="light" tt="none" radius="sm">
          Saved
        </Badge>
      ),
  },
  {
    key: 'nodes',
    title: 'Nodes',
    width: 90,
    hideBelow: 'sm',
    render: ({ nodeCount }) => <span className="db-figures">{nodeCount}</span>,
  },
  {
    key: 'changed',
    title: 'Changed',
    width: 150,
    hideBelow: 'sm',
    render: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

/** How calls are routed, plan by plan; each is drawn in the builder. Admins change them. */
export default function PlansPage() {
  const mayEdit = useMay()('dialplans.edit');
  const navigate = useNavigate();
  const address = useResourceAddress('plan');
  const [cloned, setCloned] = useState<DialPlanSummary | null>(null);
  const list = useQuery(
    query.dialplans.list.queryOptions({
      input: given({ search: address.search }),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <ResourcePage
        title="Dial plans"
        description="What becomes of a call: who is rung, what callers hear, where they wait."
        noun="plan"
        plural="dial plans"
        address={{ ...address, opened: null, open: (id) => id && void navigate(builderPath(id)) }}
        mayEdit={mayEdit}
        isReadable
        of={list}
        rows={list.data?.plans}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ placeholder: 'Search by name', none: 'No dial plan has this name or description.' }}
        empty={{
          icon: IconSitemap,
          words: 'A plan is drawn from nodes: answer, play a menu, let callers wait in a queue.',
        }}
        add={
          <Button
            data-changes
            leftSection={<IconPlus size={17} />}
            onClick={() => void navigate(builderPath('new'))}
          >
            New plan
          </Button>
        }
        menu={(plan) =>
          mayEdit && (
            <Menu.Item data-changes leftSection={<IconCopy size={15} />} onClick={() => setCloned(plan)}>
              Clone
            </Menu.Item>
          )
        }
        remove={{
          work: ({ id }) => api.dialplans.remove({ id }),
          words: 'Its drawing cannot be brought back. A plan that is deployed is not removed.',
          stale: [query.dialplans],
        }}
      >
        {() => null}
      </ResourcePage>
      <NameDialog
        {...planNames}
        opened={cloned !== null}
        title="Clone the plan"
        label="Name of the new plan"
        action="Clone plan"
        initial={cloned ? `${cloned.name} (copy)`.slice(0, 80) : ''}
        onClose={() => setCloned(null)}
        onName={async (name) => {
          const plan = await api.dialplans.clone({ id: cloned!.id, name });
          await navigate(builderPath(plan.id));
        }}
      />
    </>
  );
}
