import { clock } from '#functions/kernel/clock.ts';
import type { EntryState } from '#shared/model/calling-list.ts';
import { agentsReady, entriesOf, findFill } from './store.ts';

/** How many leads of a list are where, and why they rest or are done. */
export async function progressOf(listId: string) {
  const [entries, read, ready] = await Promise.all([
    entriesOf(listId),
    findFill(listId),
    agentsReady(listId),
  ]);
  const now = clock.iso();
  const isDrawable = (state: string) => state === 'waiting' || state === 'callback';
  const countOf = (state: EntryState) => entries.filter((entry) => entry.state === state).length;
  const states = {
    waiting: countOf('waiting'),
    callback: countOf('callback'),
    taken: countOf('taken'),
    done: countOf('done'),
  };
  const reasons = new Map<string, number>();
  for (const { reason } of entries) if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return {
    states,
    dueNow: entries.filter(({ state, dueAt }) => isDrawable(state) && dueAt <= now).length,
    agentsReady: ready,
    isRead: read?.isRead ?? false,
    reasons: [...reasons]
      .map(([text, leads]) => ({ text, leads }))
      .sort((one, other) => other.leads - one.leads),
  };
}
