import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Call } from '#shared/model/call.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { expectCall, expectNoCall } from '#web/phone/expected-call.ts';
import { type SupervisionMode, supervisionOf } from '#web/phone/supervision.ts';
import { toast } from '#web/ui/toast.ts';
import { whyNot } from './supervise.ts';
import type { FloorPhones } from './useFloorPhones.ts';

/** How long the phone may take to ring and be taken up before what was asked for counts as not done; ms. */
const patienceMs = 35_000;

interface Asked {
  callId: string;
  mode: SupervisionMode | 'stop';
}

/**
 * What whoever is signed in supervises, by the live view of the calls, and how they begin, change and leave it.
 * Undefined for those who may not.
 * @param phones of whom `ownPhone` is their phone, while they are signed in to it
 */
export function useSupervise(
  calls: readonly Call[],
  { ownPhone: phone, isConnecting }: Pick<FloorPhones, 'ownPhone' | 'isConnecting'>,
) {
  const may = useMay()('calls.supervise');
  const { userId } = useSignedIn().user;
  const client = useQueryClient();
  const current = supervisionOf(calls, phone);
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useMutation({
    mutationFn: ({ callId, mode }: Asked) => api.pbx.superviseCall({ id: callId, mode }),
    onMutate: (wanted) => {
      setAsked(wanted);
      // The phone may ring before the answer is here.
      if (wanted.mode !== 'stop' && current?.call.id !== wanted.callId) expectCall(wanted.callId);
    },
    onError: (error) => {
      setAsked(null);
      expectNoCall();
      toast.error(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: query.calls.active.key() }),
  });

  const askedCall = asked && calls.find(({ id }) => id === asked.callId);
  const isDone =
    asked?.mode === 'stop' ? !current : asked?.callId === current?.call.id && asked?.mode === current?.mode;
  const isOver = asked !== null && (isDone || (calls.length > 0 && !askedCall));
  useEffect(() => {
    if (!asked) return;
    if (isOver) return setAsked(null);
    const timer = setTimeout(() => setAsked(null), patienceMs);
    return () => clearTimeout(timer);
  }, [asked, isOver]);

  if (!may) return undefined;
  return {
    current,
    /** A call that is not heard yet: the phone rings for it. */
    begun: asked && asked.mode !== 'stop' && !current && askedCall ? askedCall : null,
    /** The way that was asked for last, else the one that the exchange told. */
    mode: asked && asked.mode !== 'stop' ? asked.mode : (current?.mode ?? null),
    isBusy: change.isPending || (asked?.mode === 'stop' && !isDone),
    whyNot: (call: Call) =>
      whyNot(call, { userId, phone, isConnecting, calls, supervisedId: current?.call.id ?? null }),
    supervise: (callId: string, mode: SupervisionMode) => change.mutate({ callId, mode }),
    leave: (callId: string) => {
      expectNoCall();
      change.mutate({ callId, mode: 'stop' });
    },
  };
}
export type Supervise = NonNullable<ReturnType<typeof useSupervise>>;
