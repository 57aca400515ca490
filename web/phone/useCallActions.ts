import { useQuery, useQueryClient } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Call, CallStatus } from '#shared/model/call.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { state } from '#web/app/state.ts';
import { toast } from '#web/ui/toast.ts';
import { KeypadDigits } from './keypad-digits.ts';
import { followCall } from './my-calls.ts';
import { answerPhone, hangUpPhone, usePhone } from './my-phone.ts';
import { isConsulted } from './worked-calls.ts';

/** Whether the exchange has the call; else the agent dials by hand, and says what becomes of it. */
export const isOnExchange = ({ origin }: Pick<Call, 'origin'>): boolean => origin !== null;

/** One for the tab: also keys that are pressed after the page has changed go behind those before. */
const keypad = new KeypadDigits(async (id, digits) => {
  try {
    await api.pbx.sendDigits({ id, digits });
  } catch (error) {
    toast.error(error);
  }
});

/** Whether something is under way: one for the tab, as the same call has buttons on several places of a page. */
const busyAtom = atom(false);

/**
 * What an agent does with calls. One thing at a time: a second press of a key while the first is under way is nothing.
 * Only the keys of the keypad wait for those before them.
 */
export function useCallActions() {
  const client = useQueryClient();
  const { userId } = useSignedIn().user;
  const phone = usePhone();
  // A desk phone, or the browser's in another tab: the exchange rings it all the same.
  const mine = useQuery(query.agentStatus.mine.queryOptions({ input: {} })).data;
  const hasPhone = phone.status === 'in' || mine?.signedIn === true;
  const busy = useAtomValue(busyAtom);
  /** Why the last call was refused, by the law or the workspace's own rules. */
  const [refusal, setRefusal] = useState<{ leadId: string; error: ApiError } | null>(null);

  const shows = (call: Call) => {
    client.setQueryData(query.calls.get.queryKey({ input: { id: call.id } }), (before) => ({
      // What only the call's own page shows is asked for there.
      numberPassedOver: [],
      ...before,
      ...call,
    }));
    followCall(call, userId);
  };
  /** @param shown whether an error is shown elsewhere than in a toast */
  async function run(work: () => Promise<Call | undefined>, shown = (_: unknown) => false): Promise<void> {
    if (state.get(busyAtom)) return;
    state.set(busyAtom, true);
    try {
      const call = await work();
      if (call) shows(call);
    } catch (error) {
      if (!shown(error)) toast.error(error);
    } finally {
      state.set(busyAtom, false);
      // What the exchange makes of it is told by events, and may have come before the answer.
      void client.invalidateQueries({ queryKey: query.calls.key() });
    }
  }
  const move = (call: Call, status: CallStatus) => run(() => api.calls.setStatus({ id: call.id, status }));

  async function dialledByHand(leadId: string): Promise<Call> {
    const made = await api.calls.create({ leadId, start: true });
    // An exchange tells by itself what becomes of its calls.
    if (made.origin) return made;
    return await api.calls.setStatus({ id: made.id, status: 'ringing' });
  }

  return {
    busy,
    refusal,
    hasPhone,
    async call(leadId: string): Promise<void> {
      setRefusal(null);
      await run(
        () =>
          hasPhone ? api.pbx.originateCall({ leadId, key: crypto.randomUUID() }) : dialledByHand(leadId),
        (error) => {
          if (!(error instanceof ApiError && error.code === 'contact_refused')) return false;
          setRefusal({ leadId, error });
          return true;
        },
      );
    },
    /** Of a call on a telephone of their own: the other party has answered. */
    answered: (call: Call) => move(call, 'in-progress'),
    /** Takes up what rings this browser, or, at the exchange, another phone of the agent's. */
    answer: (call: Call | null) =>
      run(async () => {
        if (phone.status !== 'in' || !phone.line)
          return call ? api.pbx.answerCall({ id: call.id }) : undefined;
        await answerPhone();
        return undefined;
      }),
    decline: () =>
      run(async () => {
        await hangUpPhone();
        return undefined;
      }),
    end: (call: Call) => {
      // Whom a colleague speaks with leaves; the call is not theirs to end.
      if (isConsulted(call, userId))
        return run(async () => {
          await hangUpPhone();
          return undefined;
        });
      return isOnExchange(call)
        ? run(() => api.pbx.hangUpCall({ id: call.id }))
        : move(call, call.status === 'in-progress' ? 'completed' : 'no-answer');
    },
    /** The exchange has taken a transfer. */
    transferred: shows,
    /** @param whom by name, for what is said when they are gone */
    finishTransfer: (call: Call, action: 'complete' | 'cancel' | 'join', whom: string) =>
      run(async () => {
        const after = await api.pbx.finishTransfer({ id: call.id, action });
        if (action === 'complete') toast.success(`${whom} has the call.`);
        return after;
      }),
    hold: (call: Call) => run(() => api.pbx.holdCall({ id: call.id, hold: !call.live?.held })),
    pauseRecording: (call: Call) =>
      run(() =>
        api.pbx.recordCall({ id: call.id, action: call.live?.recording === 'paused' ? 'resume' : 'pause' }),
      ),
    digits: (call: Call, digits: string) => keypad.press(call.id, digits),
  };
}
export type CallActions = ReturnType<typeof useCallActions>;
