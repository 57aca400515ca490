import { type Call, legsOf } from './call.ts';
import type { Calls } from './calls.ts';

/** Opens the ear on the agent's channel for each supervisor who listens or whispers and has none. */
export async function snoop(calls: Calls, call: Call): Promise<void> {
  const { agent } = call.legs;
  for (const leg of legsOf(call)) {
    const { phone } = leg;
    if (!phone || !leg.role.startsWith('supervisor:') || leg.state !== 'up' || agent?.state !== 'up')
      continue;
    const mode = call.supervision[phone];
    if (mode === 'barge' || call.legs[`snoop:${phone}`]) continue;
    const ear = calls.addLeg(call, `snoop:${phone}`, {});
    calls.save(call);
    const opened = await calls.parts.ari.attempt('POST', `channels/${agent.channel}/snoop/${ear.channel}`, {
      spy: 'both',
      whisper: mode === 'whisper' ? 'out' : 'none',
      app: 'dealbell',
    });
    if (!opened) calls.dropLeg(call, ear);
  }
}
