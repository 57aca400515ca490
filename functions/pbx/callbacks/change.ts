import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { markWrites, type Pushed, pushAfterwards } from '../exchange/pushes.ts';
import { type CallbackRecord, callbackChange, callbackOr404, changedSince } from './store.ts';

/** Whose line a callback stands in, as the exchange is told of it. */
export const pushOf = ({ queueId }: Pick<CallbackRecord, 'queueId'>): Pushed[] => [
  { kind: 'queue', name: queueId },
];

/**
 * Writes what `change` makes of a callback, and reads it again when somebody else was quicker; undefined leaves it as it is.
 * The exchange is told how the line stands then.
 * @throws 404
 */
export async function changeCallback(
  callbackId: string,
  change: (before: CallbackRecord) => Partial<CallbackRecord> | undefined,
): Promise<CallbackRecord | undefined> {
  const changed = await retryOnConflict(
    async () => {
      const before = await callbackOr404(callbackId);
      const changes = change(before);
      if (!changes) return undefined;
      const { after, writes } = callbackChange(before, changes);
      await commit(writes, markWrites(pushOf(after)));
      return after;
    },
    { isOvertaken: (error) => error === changedSince },
  );
  if (changed) await pushAfterwards(pushOf(changed));
  return changed;
}
