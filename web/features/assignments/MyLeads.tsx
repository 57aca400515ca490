import { Button, NumberInput } from '@mantine/core';
import { IconHandGrab } from '@tabler/icons-react';
import { useState } from 'react';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { Column, type Owner } from './Column.tsx';
import { type Stats, useMoves } from './useAssignments.ts';

interface MyLeadsProps {
  stats: Stats;
  self: string;
  name: string;
}

/** An agent's own leads beside those that are there to be taken. */
export function MyLeads({ stats, self, name }: MyLeadsProps) {
  const { move, refresh } = useMoves();
  const own = stats.agents.find(({ agentId }) => agentId === self);
  const mine: Owner = {
    id: self,
    name,
    isActive: true,
    total: own?.total ?? 0,
    byStatus: own?.byStatus ?? {},
  };
  const nobody: Owner = { id: null, name: 'Nobody’s', isActive: true, total: stats.unassigned, byStatus: {} };
  const onMove = (lead: Parameters<typeof move>[0], to: Owner) =>
    void move(lead, to.id).catch((error) => {
      toast.error(error);
      void refresh();
    });
  return (
    <AutoGrid min={320}>
      <Column
        owner={mine}
        self={self}
        targets={[nobody]}
        onMove={onMove}
        empty={
          stats.unassigned > 0
            ? 'You have no leads yet. Take the next ones.'
            : 'You have no leads yet. New ones come here as they are given to you.'
        }
      />
      <Column
        owner={nobody}
        self={self}
        targets={[mine]}
        onMove={onMove}
        empty="No lead waits for an owner."
      />
    </AutoGrid>
  );
}

/** Takes the oldest leads that are nobody's, one or some at once. */
export function TakeNext({ none }: { none: boolean }) {
  const { takeNext } = useMoves();
  const [count, setCount] = useState<number | string>(1);
  const [busy, run] = useBusy();
  async function take() {
    await run(async () => {
      const { assigned } = await takeNext(Math.max(1, Number(count) || 1));
      if (assigned.length === 0) toast.info('There is nothing to take', 'Every lead has an owner now.');
      else
        toast.success(
          assigned.length === 1 ? 'One more lead is yours' : `${assigned.length} more leads are yours`,
        );
    });
  }
  return (
    <>
      <NumberInput
        aria-label="How many to take"
        w={72}
        min={1}
        max={50}
        clampBehavior="strict"
        allowDecimal={false}
        value={count}
        onChange={setCount}
      />
      <Button
        data-changes
        leftSection={<IconHandGrab size={17} />}
        loading={busy}
        disabled={none}
        onClick={take}
      >
        Take next
      </Button>
    </>
  );
}
