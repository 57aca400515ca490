import { clock } from '#functions/kernel/clock.ts';
import type { EntryState } from '#shared/model/calling-list.ts';
import { abandonmentOf } from './abandonment/count.ts';
import { linesOf } from './lines/store.ts';
import { entriesOf, findFill, readyFor } from './store.ts';

/** How many leads of a list are where, and why they rest or are done. */
export async function progressOf(listId: string) {
  const [entries, read, ready, gauge, lines] = await Promise.all([
    entriesOf(listId),
    findFill(listId),
    readyFor(listId),
    abandonmentOf(listId),
    linesOf(listId),
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
    agentsReady: ready.length,
    linesOpen: lines.length,
    abandonment: gauge,
    isRead: read?.isRead ?? false,
    reasons: [...reasons]
      .map(([text, leads]) => ({ text, leads }))
      .sort((one, other) => other.leads - one.leads),
  };
}
