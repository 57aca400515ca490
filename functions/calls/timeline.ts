import { event } from '#functions/kernel/events.ts';
import { timelineEvent } from '#functions/leads/api.ts';
import { type Call, type CallStatus, callStatusLabels } from '#shared/model/call.ts';
import type { EndedCall } from '#shared/model/call-figures.ts';
import type { CallResult } from '#shared/model/exchange.ts';

/** `3 min 12 s`, `45 s`. */
function lasting(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

type What = 'started' | 'announced' | 'ended';

/** What the lead's timeline says of a call. */
function callSentence(call: Call, what: What): string {
  const way = call.direction === 'outbound' ? `Call to ${call.phone}` : `Call from ${call.phone}`;
  if (what === 'started') return `${way} started`;
  if (what === 'announced') return `${way}: everybody heard that it is recorded`;
  const talk = call.talkSeconds > 0 ? `, ${lasting(call.talkSeconds)}` : '';
  const disposition = call.disposition ? ` (${call.disposition})` : '';
  return `${way}: ${callStatusLabels[call.status].toLowerCase()}${talk}${disposition}`;
}

/** The write on the timeline of the call's lead, if it has one. */
export function timelineEvents(call: Call, what: What): object[] {
  if (!call.leadId) return [];
  const { id: callId, direction, status, talkSeconds, disposition, legs } = call;
  const agents = [...new Set(legs.map(({ agentId }) => agentId))];
  const data = { callId, direction, status, talkSeconds, disposition, agents };
  return [timelineEvent(call.leadId, 'call', callSentence(call, what), data)];
}

/** How a call turned out, by the status that it ended in; one that was called off has not been made. */
const results: Partial<Record<CallStatus, CallResult>> = {
  completed: 'answered',
  voicemail: 'voicemail',
  'no-answer': 'no-answer',
  busy: 'busy',
  failed: 'failed',
  cancelled: 'failed',
};

/** How a call that the exchange made turned out; null while it goes on, and for every other call. */
export const resultOf = ({ origin, status }: Call): CallResult | null =>
  origin ? (results[status] ?? null) : null;

/** A call that has ended, as figures count it; what a machine answered nobody did. */
export function endedCall(call: Call): EndedCall {
  const human = call.status !== 'voicemail';
  return {
    direction: call.direction,
    answered: human && call.answeredAt !== null,
    talkSeconds: call.talkSeconds,
    legs: call.legs.map(({ agentId, answeredAt, talkSeconds }) => ({
      agentId,
      answered: human && answeredAt !== null,
      talkSeconds,
    })),
  };
}

/** The workspace's number in a call: the one that was called, or that was shown; null for an extension or none. */
function ownNumberOf({ direction, from, to }: Call): string | null {
  const own = direction === 'inbound' ? to : from;
  return own?.startsWith('+') ? own : null;
}

/** The event that figures are counted from. */
export const endedEvent = (call: Call): object => {
  const { legs, ...whole } = endedCall(call);
  return event('call.ended', call.id, {
    ...whole,
    legs: [...legs],
    status: call.status,
    leadId: call.leadId,
    disposition: call.disposition,
    startedAt: call.startedAt,
    source: call.origin,
    result: resultOf(call),
    number: ownNumberOf(call),
  });
};
