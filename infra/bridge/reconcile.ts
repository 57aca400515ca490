import { readdirSync } from 'node:fs';
import type { AriChannel } from './ari.ts';
import { type Call, isLive, legsOf } from './call.ts';
import { type Calls, resultOf } from './calls.ts';
import { unconnected } from './connect.ts';
import { beginPlan } from './inbound.ts';
import { legGone, legRings, legUp } from './legs.ts';
import { settle } from './place.ts';
import { recordOverMeanwhile, takeWay } from './plan-steps.ts';
import { recordingFinished } from './recordings.ts';
import { greet } from './voicemail.ts';

/**
 * Brings what the journal knows and what Asterisk has together, after either was away: channels that are gone end their
 * part of a call at the time when Asterisk was heard last, channels that came up meanwhile are taken on, and channels
 * that belong to nobody are hung up.
 */
export async function reconcile(calls: Calls): Promise<void> {
  const { ari } = calls.parts;
  const since = ari.heardBefore || Date.now();
  const channels = (await ari.request('GET', 'channels')) as AriChannel[];
  const there = new Map(channels.map((channel) => [channel.id, channel]));
  for (const call of [...calls.live.values()])
    await calls.serial(call.id, async () => {
      for (const leg of legsOf(call)) {
        if (!isLive(call)) return;
        if (call.legs[leg.role] !== leg) continue;
        const channel = there.get(leg.channel);
        if (!channel) await legGone(calls, call, leg, undefined, since);
        else if (channel.state === 'Ringing') legRings(calls, call, leg);
        else if (channel.state === 'Up' && leg.state !== 'up' && leg.channel.startsWith(call.id))
          await legUp(calls, call, leg);
        // A plan has handed the caller over and the bridge was killed before it began: they go on without it.
        if (channel?.dialplan.app_name === 'Stasis' && leg.place === 'plan' && call.walk && !call.walk.doing)
          await goOnInPlan(calls, call);
      }
      // The end of the thanks may have been told to nobody.
      if (isLive(call) && call.isThanked) await calls.end(call, resultOf(call));
      if (isLive(call)) await settle(calls, call, true);
      // The end of a greeting may have been told to nobody.
      if (isLive(call) && call.message?.state === 'greeting') await greet(calls, call);
      if (isLive(call)) await recordOverMeanwhile(calls, call);
      // Whom nobody took while the bridge was away.
      await unconnected(calls, call.id);
    });
  for (const channel of channels)
    if (/^t\d+-[\w-]+\.[\w-]+\.\d+$/.test(channel.id) && !calls.ofChannel(channel.id))
      await ari.attempt('DELETE', `channels/${channel.id}`);
  recordingsLeft(calls);
}

/** Where the bridge was killed while a call was on its way into a plan, it comes to that plan's first node. */
async function goOnInPlan(calls: Calls, call: Call): Promise<void> {
  const { planId, node } = call.walk!;
  const plan = node === null ? calls.parts.plans.find(call.tenant, planId) : undefined;
  await (plan ? beginPlan(calls, call, plan) : takeWay(calls, call, ''));
}

/** Whether a caller is saying what is in the file of this name. */
function isLeaving({ message, walk }: Call, name: string): boolean {
  if (message?.name === name) return message.state !== 'over';
  return walk?.doing?.type === 'record' && walk.doing.name === name;
}

/** Recordings that were finished while nobody listened, or whose way to the product was cut off. */
function recordingsLeft(calls: Calls): void {
  let files: string[] = [];
  try {
    files = readdirSync(calls.parts.settings.recordings).filter((name) => name.endsWith('.wav'));
  } catch {
    // No recording was ever made.
  }
  for (const file of files) {
    const name = file.slice(0, -4);
    const call = calls.find(name.split('.')[0]!);
    const isBeingLeft = call && isLive(call) && isLeaving(call, name);
    if (
      call &&
      !isBeingLeft &&
      (!isLive(call) || call.recording?.name !== name || call.recording.state === 'finished')
    )
      recordingFinished(calls, { type: 'RecordingFinished', recording: { name } });
  }
}
