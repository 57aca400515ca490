import { AriError } from './ari.ts';
import { bridgeOf, type Call, type Leg, legsOf, type Place } from './call.ts';
import type { Calls } from './calls.ts';
import { ownMusic } from './music.ts';
import { beginRecording } from './recordings.ts';
import { snoop } from './snoop.ts';

/** Where a leg's sound belongs, by what the call has come to. This alone decides it. */
function placeOf(call: Call, leg: Leg): Place {
  const { agent, target, party } = call.legs;
  const up = (other: Leg | undefined) => other?.state === 'up';
  if (leg.role === 'party') {
    if (leg.place === 'plan') return 'plan';
    if (call.message || call.walk?.doing?.type === 'record') return 'message';
    if (call.queue) return `queue:${call.queue.queueId}`;
    if (call.direction === 'inbound' && !up(agent) && !call.transfer) return 'ringing';
    if (!up(leg)) return 'nothing';
    if (call.transfer?.mode === 'blind' || (call.isComingBack && !up(agent))) return 'ringing';
    if (call.held || (call.transfer && !call.transfer.joined)) return 'music';
    return up(agent) ? 'talk' : 'nothing';
  }
  if (!up(leg)) return 'nothing';
  if (leg.role === 'agent') {
    if (call.transfer?.mode === 'attended') return up(target) ? 'talk' : 'ringing';
    return up(party) && call.by ? 'talk' : party ? 'ringing' : 'nothing';
  }
  if (leg.role === 'target') return up(agent) ? 'talk' : 'nothing';
  if (leg.role.startsWith('supervisor:'))
    return call.supervision[leg.phone!] === 'barge' ? 'talk' : `ear:${leg.phone}`;
  if (leg.role.startsWith('snoop:')) return `ear:${leg.role.slice(6)}`;
  return 'nothing';
}

const bridgeNameOf = (call: Call, place: Place): string | undefined => {
  if (place === 'talk') return bridgeOf(call);
  if (place.startsWith('ear:')) return `${call.id}.${place.replace(':', '-')}`;
  return undefined;
};

export async function leave({ parts: { ari } }: Calls, call: Call, leg: Leg, place: Place): Promise<void> {
  const bridge = bridgeNameOf(call, place);
  if (bridge) await ari.attempt('POST', `bridges/${bridge}/removeChannel`, { channel: leg.channel });
  else if (place === 'music' || place.startsWith('queue:'))
    await ari.attempt('DELETE', `channels/${leg.channel}/moh`);
  else if (place === 'ringing') await ari.attempt('DELETE', `channels/${leg.channel}/ring`);
}

async function enter({ parts }: Calls, call: Call, leg: Leg, place: Place): Promise<void> {
  const { ari } = parts;
  const bridge = bridgeNameOf(call, place);
  if (bridge) {
    // A bridge that is there already answers 409.
    await ari.attempt('POST', `bridges/${bridge}`, { type: 'mixing', name: bridge });
    await ari.request('POST', `bridges/${bridge}/addChannel`, { channel: leg.channel });
  } else if (place === 'music')
    await ari.request('POST', `channels/${leg.channel}/moh`, { mohClass: ownMusic(parts, call.tenant) });
  else if (place.startsWith('queue:'))
    await ari.request('POST', `channels/${leg.channel}/moh`, { mohClass: call.queue?.music });
  else if (place === 'ringing') await ari.request('POST', `channels/${leg.channel}/ring`);
}

/**
 * Puts every leg of a call where it belongs. It may be run at any time and any number of times: after a command, after
 * an event, and after a restart of either side, when nothing is known to be in its place (`anew`).
 */
export async function settle(calls: Calls, call: Call, anew = false): Promise<void> {
  // What was being said when Asterisk went away is said again.
  if (anew && call.recording?.state === 'announcing') call.recording.state = 'wanted';
  for (const leg of legsOf(call)) {
    if (anew && leg.place !== 'plan') delete leg.place;
    const place = placeOf(call, leg);
    if (place === leg.place) continue;
    try {
      if (leg.place) await leave(calls, call, leg, leg.place);
      leg.place = place;
      await enter(calls, call, leg, place);
    } catch (error) {
      // The channel has gone meanwhile; its end is told by an event.
      if (!(error instanceof AriError)) throw error;
      delete leg.place;
    }
  }
  await snoop(calls, call);
  if (call.recording?.state === 'wanted' && call.legs.party?.place === 'talk')
    await beginRecording(calls, call);
  calls.save(call);
}
