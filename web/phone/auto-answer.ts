import { api } from '#web/app/api.ts';
import { isOwnCall, type RingingCall } from './own-call.ts';
import type { Line } from './phone.ts';

/** An exchange that does not name the call at the phone tells of it by events; they come within this time. ms */
const patienceMs = 4_000;
const stepMs = 300;

async function callOf(line: Line, phoneName: string): Promise<RingingCall | undefined> {
  if (line.callId) return api.calls.get({ id: line.callId });
  const { calls } = await api.calls.active({});
  return calls.find(({ live }) =>
    live?.phones.some(({ phone, state }) => phone === phoneName && state === 'ringing'),
  );
}

export async function isOwnCallToAnswer(line: Line, phoneName: string, userId: string): Promise<boolean> {
  for (const until = Date.now() + patienceMs; ; ) {
    const call = await callOf(line, phoneName).catch(() => undefined);
    if (call) return isOwnCall(call, userId);
    // A call that the exchange names and that may not be read is somebody else's.
    if (line.callId || Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}
