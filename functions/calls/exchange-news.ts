import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { ConditionFailed } from '#functions/kernel/table.ts';
import type { Call } from '#shared/model/call.ts';
import { type CallNews, callAfterNews } from './live.ts';
import { changed } from './placed-calls.ts';
import { ownRecording } from './recordings.ts';
import { callWrites, findCall } from './store.ts';
import { timelineEvents } from './timeline.ts';
import { blank, commitWithLead, leadOf } from './write.ts';

export type { CallNews } from './live.ts';

/** Takes what an exchange tells of a call into its record. @throws 404; 409 when it is being changed all the time */
export const hearOfCall = (callId: string, news: CallNews): Promise<Call> =>
  changed(callId, (before) => callAfterNews(before, news, clock.iso()));

/** Notes that the recording of a call lies in the bucket. */
export const noteRecording = (callId: string): Promise<Call> =>
  changed(callId, (before) => {
    const recordingUrl = ownRecording(callId);
    return before.recordingUrl === recordingUrl ? undefined : { ...before, recordingUrl };
  });

interface Incoming {
  callId: string;
  from: string;
  to: string;
}

/** Records that somebody calls a number of the tenant's; one that is recorded already is answered as it is. */
export async function recordInbound({ callId, from, to }: Incoming): Promise<Call> {
  const there = await findCall(callId);
  if (there) return there;
  const phone = toE164(from) ?? '';
  const lead = await leadOf(undefined, phone || undefined);
  const nothing = { disposition: '', notes: '', recordingUrl: null, cost: null, source: 'inbound' } as const;
  const base = blank({ direction: 'inbound', ownNumber: toE164(to), ...nothing }, phone, lead);
  const call: Call = { ...base, id: callId, status: 'ringing', origin: { kind: 'inbound', id: to } };
  const { startedAt, leadId } = call;
  try {
    await commitWithLead(lead, startedAt, [
      ...callWrites(undefined, call),
      event('call.started', callId, { direction: 'inbound', leadId, agentId: null, startedAt }),
      ...timelineEvents(call, 'started'),
    ]);
    return call;
  } catch (error) {
    const twin = error instanceof ConditionFailed ? await findCall(callId) : undefined;
    if (!twin) throw error;
    return twin;
  }
}
