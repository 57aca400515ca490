import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Call } from '#shared/model/call.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useSignedIn } from '#web/app/session.ts';
import { state } from '#web/app/state.ts';
import { store, storedText } from '#web/ui/browser-storage.ts';
import { type CallPhase, parseWorked, phaseOf, type WorkedCall, withCall } from './worked-calls.ts';

/*
 * The calls of the agent who is signed in. The server says how a call stands; which ones still have to be closed is kept
 * in the browser, for all its tabs and across a reload.
 */

/** How often calls are asked for while no hints come. ms */
const pollMs = 3_000;

const storageKey = (userId: string) => `dealbell-worked-calls-${userId}`;
const workedAtom = atom<{ userId: string; calls: readonly WorkedCall[] }>({ userId: '', calls: [] });

function workedOf(userId: string): readonly WorkedCall[] {
  const kept = state.get(workedAtom);
  if (kept.userId === userId) return kept.calls;
  const calls = parseWorked(storedText(storageKey(userId)));
  state.set(workedAtom, { userId, calls });
  return calls;
}

function keepWorked(userId: string, calls: readonly WorkedCall[]): void {
  if (calls === workedOf(userId)) return;
  store(storageKey(userId), calls);
  state.set(workedAtom, { userId, calls });
}

/** A call that was just made or read: it is shown at once, before the list of calls has it. */
export function followCall(call: Call, userId: string): void {
  keepWorked(userId, withCall(workedOf(userId), call, userId));
}

/** Its disposition is saved, or is not wanted. */
export function closeCall(callId: string, userId: string): void {
  keepWorked(
    userId,
    workedOf(userId).filter(({ id }) => id !== callId),
  );
}

interface MyCalls {
  /** The call that goes on, as the server has it. */
  live: Call | null;
  phase: CallPhase;
  /** A call that is over and has to be closed; never while another goes on. */
  toClose: WorkedCall | null;
}

/** Follows the agent's calls; mounted once, by the call bar. */
export function useFollowMyCalls(): void {
  const { user } = useSignedIn();
  const { userId } = user;
  const client = useQueryClient();
  const refetchInterval = usePollInterval('calls', pollMs);
  const { data } = useQuery(query.calls.active.queryOptions({ input: {}, refetchInterval }));
  const worked = useWorked();
  const followed = useQueries({
    queries: worked
      .filter(({ isOver }) => !isOver)
      .map(({ id }) => query.calls.get.queryOptions({ input: { id }, refetchInterval })),
  });
  useEffect(() => {
    for (const call of data?.calls ?? []) if (phaseOf(call, userId) !== 'over') followCall(call, userId);
  }, [data, userId]);
  useEffect(() => {
    for (const { data: call } of followed) if (call) followCall(call, userId);
  }, [followed, userId]);
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storageKey(userId)) state.set(workedAtom, { userId, calls: parseWorked(newValue) });
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [userId]);
  // The next look at the lead and the log shows the call as it ended.
  const over = worked.filter(({ isOver }) => isOver).length;
  useEffect(() => {
    if (over === 0) return;
    for (const queryKey of [query.leads.timeline.key(), query.calls.list.key()])
      void client.invalidateQueries({ queryKey });
  }, [over, client]);
}

function useWorked(): readonly WorkedCall[] {
  const { userId } = useSignedIn().user;
  const kept = useAtomValue(workedAtom);
  useEffect(() => {
    workedOf(userId);
  }, [userId]);
  return kept.userId === userId ? kept.calls : [];
}

/** The call that the agent has now, and the one that is to be closed. */
export function useMyCalls(): MyCalls {
  const { userId } = useSignedIn().user;
  const worked = useWorked();
  const current = worked.find(({ isOver }) => !isOver);
  const { data } = useQuery(
    query.calls.get.queryOptions({ input: { id: current?.id ?? '' }, enabled: Boolean(current) }),
  );
  const live = current && data?.id === current.id ? data : null;
  return {
    live,
    phase: live ? phaseOf(live, userId) : 'over',
    toClose: current ? null : (worked.find(({ isOver }) => isOver) ?? null),
  };
}
