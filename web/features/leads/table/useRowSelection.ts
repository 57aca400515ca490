import { useMemo, useState } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import type { LeadCount } from '../shared/lead-choice.ts';

export interface RowSelection {
  /** The index of the row that the keys act on. */
  active: number;
  ids: ReadonlySet<string>;
  count: number;
  has: (id: string) => boolean;
  activate: (index: number) => void;
  /** Turns one row over; with `range` chooses all from the last one chosen to it. */
  select: (index: number, range: boolean) => void;
  selectAll: () => void;
  /** Not the rows that are loaded alone but all that the list's filter finds: so many. */
  everything: LeadCount | null;
  selectEverything: (found: LeadCount) => void;
  clear: () => void;
}

/** Which rows are chosen and which one has the keys. Rows that have left the list are no longer chosen. */
export function useRowSelection(leads: readonly Lead[]): RowSelection {
  const [active, setActive] = useState(0);
  const [anchor, setAnchor] = useState(0);
  const [chosen, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [everything, setEverything] = useState<LeadCount | null>(null);
  const setChosen = (ids: ReadonlySet<string>) => {
    setChosenIds(ids);
    setEverything(null);
  };
  const ids = useMemo(() => {
    if (chosen.size === 0) return chosen;
    return new Set(leads.flatMap(({ id }) => (chosen.has(id) ? [id] : [])));
  }, [chosen, leads]);
  return {
    active: Math.min(active, Math.max(0, leads.length - 1)),
    ids,
    count: everything?.count ?? ids.size,
    has: (id) => everything !== null || ids.has(id),
    everything,
    selectEverything: setEverything,
    activate: setActive,
    select(index, range) {
      setActive(index);
      const next = new Set(ids);
      if (range) {
        const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)];
        for (const { id } of leads.slice(from, to + 1)) next.add(id);
      } else {
        const id = leads[index]?.id;
        if (!id) return;
        if (!next.delete(id)) next.add(id);
        setAnchor(index);
      }
      setChosen(next);
    },
    selectAll: () => setChosen(new Set(leads.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  };
}
