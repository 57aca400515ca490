import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { timedId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed } from '#functions/kernel/table.ts';
import { createLead, type LeadRecord } from '#functions/leads/api.ts';
import type { Call } from '#shared/model/call.ts';
import { inboundCallSource, leadFields } from '#shared/model/lead.ts';
import { onlyRecording } from '#shared/model/recording.ts';
import { type CallNews, callAfterNews } from './live.ts';
import { changed } from './placed-calls.ts';
import { ownRecording } from './recording-marks.ts';
import { keepRecording } from './retention.ts';
import { callWrites, findCall } from './store.ts';
import { timelineEvents } from './timeline.ts';
import { blank, commitWithLead, leadsWithNumber } from './write.ts';

export type { CallNews } from './live.ts';

/** Takes what an exchange tells of a call into its record. @throws 404; 409 when it is being changed all the time */
export const hearOfCall = (callId: string, news: CallNews): Promise<Call> =>
  changed(callId, (before) => callAfterNews(before, news, clock.iso()));

/** Notes that a recording of a call lies in the bucket. @param seconds that it lasts, where the exchange says so */
export async function noteRecording(
  callId: string,
  recordingId: string = onlyRecording,
  seconds: number | null = null,
): Promise<Call> {
  await keepRecording(callId, recordingId, seconds);
  return changed(callId, (before) => {
    const recordingUrl = ownRecording(callId);
    return before.recordingUrl === recordingUrl ? undefined : { ...before, recordingUrl };
  });
}

interface Incoming {
  callId: string;
  from: string;
  to: string;
  /** When the exchange heard of it, ISO 8601. */
  at: string;
}

/**
 * The lead of somebody who calls: the only one that has the number, and a new one that is nobody's where none has. The
 * same call makes the same lead; where several have the number, none is guessed.
 */
const leadOfCaller = (phone: string, { callId, at }: Incoming): Promise<LeadRecord | undefined> =>
  retryOnConflict(
    async () => {
      const known = await leadsWithNumber(phone);
      if (known.length > 0) return known.length === 1 ? known[0] : undefined;
      const fields = leadFields.parse({ phones: [phone], source: inboundCallSource });
      // An exchange whose clock is ahead makes nobody a lead of tomorrow.
      const began = Math.min(Date.parse(at), clock.now());
      return (await createLead(fields, { id: timedId('led', began, callId) })).lead;
    },
    // Another call from the number, or the same event again, made it at this instant.
    { tries: 3, isOvertaken: (error) => error instanceof AppError && error.status === 409 },
  );

/** Records that somebody calls a number of the tenant's; one that is recorded already is answered as it is. */
export async function recordInbound(incoming: Incoming): Promise<Call> {
  const { callId, from, to } = incoming;
  const there = await findCall(callId);
  if (there) return there;
  const phone = toE164(from) ?? '';
  const lead = phone ? await leadOfCaller(phone, incoming) : undefined;
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
