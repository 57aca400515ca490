import { clock } from '#functions/kernel/clock.ts';
import type { CallingResult } from '#shared/model/calling-list.ts';
import { type Entry, type ListRecord, poolOf } from './store.ts';

/** Rules by which a removed list's leads are let go. */
export const goneList: Pick<ListRecord, 'maxAttempts' | 'retryMinutes'> = { maxAttempts: 1, retryMinutes: 0 };

/** What an entry becomes by a result. */
export function entryAfter(
  entry: Entry,
  { maxAttempts, retryMinutes }: Pick<ListRecord, 'maxAttempts' | 'retryMinutes'>,
  result: CallingResult,
  callbackAt: string | undefined,
  ownerId: string | null,
): Entry {
  const pool = poolOf(entry, ownerId);
  const again = new Date(clock.now() + retryMinutes * 60_000).toISOString();
  const attempts = entry.attempts + (result === 'skipped' ? 0 : 1);
  const base = { ...entry, pool, attempts, until: null, isDialled: false };
  switch (result) {
    case 'finished':
      return { ...base, state: 'done', reason: 'An agent is done with it.' };
    case 'callback':
      return {
        ...base,
        state: 'callback',
        pool: entry.agentId!,
        dueAt: callbackAt!,
        reason: 'A call was promised.',
      };
    case 'skipped':
      return { ...base, state: 'waiting', dueAt: again, reason: 'An agent skipped it.' };
    case 'called':
      return attempts >= maxAttempts
        ? { ...base, state: 'done', reason: `It was called ${attempts} times.` }
        : { ...base, state: 'waiting', dueAt: again, reason: 'It rests after a call.' };
  }
}
