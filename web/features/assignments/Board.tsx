import { useState } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './assignments.module.css';
import { Column, type Owner } from './Column.tsx';
import { type Stats, useMoves } from './useAssignments.ts';

interface BoardProps {
  stats: Stats;
  self: string;
}

/** Nobody's leads and a column for each agent; the busiest come first after nobody's. */
export function Board({ stats, self }: BoardProps) {
  const { move, refresh } = useMoves();
  const [told, setTold] = useState('');
  const nobody: Owner = { id: null, name: 'Nobody’s', isActive: true, total: stats.unassigned, byStatus: {} };
  const owners: Owner[] = [
    nobody,
    ...[...stats.agents]
      .sort(
        (a, b) =>
          Number(b.isActive) - Number(a.isActive) || b.total - a.total || a.name.localeCompare(b.name),
      )
      .map(({ agentId, ...agent }) => ({ ...agent, id: agentId })),
  ];
  const targets = owners.filter(({ isActive }) => isActive);

  async function onMove(lead: Pick<Lead, 'id' | 'ownerId'>, to: Owner) {
    try {
      await move(lead, to.id);
      setTold(to.id ? `Moved to ${to.name}.` : 'Given back.');
    } catch (error) {
      toast.error(error);
      // Somebody else was quicker: the board shows whose it is.
      void refresh();
    }
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <section className={styles.board} tabIndex={0} aria-label="Assignments board">
      <span className="db-visually-hidden" role="status">
        {told}
      </span>
      {owners.map((owner) => (
        <Column
          key={owner.id ?? 'nobody'}
          owner={owner}
          self={self}
          targets={targets}
          onMove={onMove}
          empty={owner.id ? 'Drag leads here, or deal them out.' : 'No lead waits for an owner.'}
        />
      ))}
    </section>
  );
}
