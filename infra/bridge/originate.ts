import type { Placing } from '#shared/exchange/commands.ts';
import { type Call, newCall } from './call.ts';
import type { Calls } from './calls.ts';
import { refuseRecording, wantRecording } from './recordings.ts';
import { Refusal } from './refusal.ts';
import { fetchSound } from './sounds.ts';

/** Makes a call; one that is here already is not made again. */
export async function originate(calls: Calls, tenant: number, placing: Placing): Promise<Call> {
  const { agent, announceRecording, connect, ...values } = placing;
  if (!/^[\w-]{1,64}$/.test(placing.callId))
    throw new Refusal('invalid_input', 'callId is made of letters, digits, - and _.');
  if (agent && !agent.phone.startsWith(`t${tenant}-`))
    throw new Refusal('not_found', 'There is no such phone.');
  if (!calls.parts.ari.connected && !calls.find(`t${tenant}-${placing.callId}`))
    throw new Refusal('down', 'Asterisk is not connected.');
  const announcement = announceRecording && (await soundOf(calls, announceRecording.audioUrl));
  // Without its message nobody may be left waiting, so the call is not made.
  const sound = connect && (await fetchSound(calls.parts.settings.folder, connect.audioUrl));
  return calls.serial(`t${tenant}-${placing.callId}`, async () => {
    const known = calls.find(`t${tenant}-${placing.callId}`);
    if (known) return known;
    const call = newCall({
      ...values,
      connect: connect && sound ? { withinMs: connect.withinMs, sound, until: null, isOver: false } : null,
      tenant,
      direction: 'outbound',
    });
    if (announcement?.path) wantRecording(call, announcement.path);
    else if (announcement) refuseRecording(calls, call, announcement.reason);
    else if (placing.recordCall) wantRecording(call);
    const begun = agent
      ? await calls.dial(call, 'agent', agent, placing.maxRingSeconds)
      : await dialParty(calls, call);
    if (!begun) await calls.end(call, 'failed');
    return call;
  });
}

/** The announcement's file; a call is made without it, and is not recorded then. */
async function soundOf(calls: Calls, url: string): Promise<{ path?: string; reason: string }> {
  try {
    return { path: await fetchSound(calls.parts.settings.folder, url), reason: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    calls.parts.log(`The announcement of a recording at ${url}: ${error.message}`);
    return { reason: error.message.slice(0, 200) };
  }
}

/** Rings the number that the call is for. */
export const dialParty = (calls: Calls, call: Call): Promise<boolean> =>
  calls.dial(call, 'party', { number: call.to, callerId: call.callerId }, call.maxRingSeconds);
