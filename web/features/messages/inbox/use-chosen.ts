import { useState } from 'react';
import { type BulkChange, inboxLimits } from '#shared/model/inbox.ts';
import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { allMatching, type ListFilter, useRefreshInbox } from '../shared/useInbox.ts';

/** Conversations that are selected at once at most. */
const most = 5_000;

/** The conversations that are selected, and what is done to all of them. */
export function useChosen(filter: ListFilter) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<string>();
  const refresh = useRefreshInbox();
  const clear = () => setIds(new Set());
  // What is selected is among what is shown: nobody closes conversations that they do not see any more.
  const shown = JSON.stringify(filter);
  const [of, setOf] = useState(shown);
  if (of !== shown) {
    setOf(shown);
    clear();
  }

  /** Selects everything that the filter fits, not only what is on the page. */
  async function selectAll() {
    setProgress('Looking for all that match…');
    try {
      const all = await allMatching(filter, most);
      setIds(new Set(all));
      if (all.length === most) toast.info(`The latest ${most.toLocaleString('en-US')} are selected.`);
    } catch (error) {
      toast.error(error);
    } finally {
      setProgress(undefined);
    }
  }

  /** @param done what was done to them: 'closed' */
  async function apply(change: BulkChange, done: string) {
    const all = [...ids];
    const reasons = new Map<string, number>();
    let changed = 0;
    try {
      for (let at = 0; at < all.length; at += inboxLimits.bulk) {
        setProgress(`${at} of ${all.length} done`);
        const part = all.slice(at, at + inboxLimits.bulk);
        const answer = await api.conversations.changeMany({ ids: part, change });
        changed += answer.changed;
        for (const { reason } of answer.refused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      const words = `${changed} ${changed === 1 ? 'conversation' : 'conversations'} ${done}`;
      if (reasons.size === 0) toast.success(words);
      else toast.warning(words, [...reasons].map(([reason, count]) => `${count}: ${reason}`).join(' '));
      clear();
    } catch (error) {
      // What was done before stays done, and so does the selection: the same again goes on with the rest.
      toast.error(error);
    } finally {
      setProgress(undefined);
      await refresh();
    }
  }

  return {
    ids: [...ids],
    progress,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds(new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])),
    clear,
    selectAll,
    apply,
  };
}
export type Chosen = ReturnType<typeof useChosen>;
