import type { Target } from '#shared/exchange/commands.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import {
  type Call,
  type CallLive,
  callLimits,
  endedLeg,
  handedOver,
  isActiveCall,
} from '#shared/model/call.ts';
import { moved } from './placed-calls.ts';

/** What an exchange tells of a call, with whose the phone is that it names. */
export type CallNews = ExchangeEvent & { agentId: string | null };

const nothingYet: CallLive = {
  held: false,
  recording: 'off',
  recordingRefused: null,
  agentState: 'none',
  phones: [],
  transfer: null,
  queueId: null,
  position: null,
  supervisors: [],
  seq: 0,
};

const nameOfTarget = (target: Target | undefined): string => {
  if (!target) return '';
  if ('phone' in target) return target.phone.replace(/^t\d+-/, '');
  return 'queueId' in target ? target.queueId : target.number;
};

type Phones = CallLive['phones'];
const without = (phones: Phones, phone: string | undefined) => phones.filter((one) => one.phone !== phone);

function withPhone(live: CallLive, news: CallNews, state: 'ringing' | 'talking' | 'gone'): CallLive {
  const others = without(live.phones, news.phone);
  const { phone = '', agentId } = news;
  const phones = state === 'gone' ? others : [...others, { phone, agentId, state }];
  const states = phones.map((one) => one.state);
  const agentState = states.includes('talking') ? 'talking' : states.includes('ringing') ? 'ringing' : 'none';
  const isTarget = live.transfer && nameOfTarget({ phone }) === live.transfer.target;
  const transfer =
    isTarget && state === 'talking' ? { ...live.transfer!, state: 'talking' as const } : live.transfer;
  return { ...live, phones, agentState, transfer };
}

/** The live part of a call after what was told; status and agents' parts are not in it. */
function liveAfter(live: CallLive, news: CallNews): CallLive {
  switch (news.event) {
    case 'agent-ringing':
      return withPhone(live, news, 'ringing');
    case 'agent-answered':
      return withPhone(live, news, 'talking');
    case 'agent-left':
      return withPhone(live, news, 'gone');
    case 'held':
    case 'resumed':
      return { ...live, held: news.event === 'held' };
    case 'transfer-started':
      return { ...live, transfer: { target: nameOfTarget(news.target), state: 'ringing' } };
    case 'transfer-answered':
      return live.transfer?.state === 'ringing'
        ? { ...live, transfer: { ...live.transfer, state: 'talking' } }
        : live;
    case 'transfer-joined':
      return live.transfer ? { ...live, transfer: { ...live.transfer, state: 'joined' } } : live;
    case 'transferred':
    case 'transfer-failed':
      return { ...live, transfer: null };
    case 'recording-started':
    case 'recording-resumed':
      return { ...live, recording: 'on', recordingRefused: null };
    case 'recording-refused':
      return { ...live, recordingRefused: news.reason || 'The exchange gives no reason.' };
    case 'recording-paused':
      return { ...live, recording: 'paused' };
    case 'recording-ready':
      return { ...live, recording: 'off' };
    case 'supervised':
    case 'supervision-ended': {
      const { phone = '', mode = 'listen' } = news;
      const others = live.supervisors.filter((one) => one.phone !== phone);
      return { ...live, supervisors: news.event === 'supervised' ? [...others, { phone, mode }] : others };
    }
    case 'queue-joined':
      return { ...live, queueId: news.queueId ?? null, position: news.position ?? null };
    case 'queue-left':
      return { ...live, queueId: null, position: null };
    case 'ringing':
    case 'answered':
    case 'ended':
    case 'inbound':
    case 'abandoned':
    case 'voicemail-started':
    case 'voicemail-ready':
    case 'voicemail-stored':
    case 'recording-announced':
    case 'recording-stored':
    case 'digits':
    case 'playback-ended':
    case 'plan-node':
    case 'plan-asks':
    case 'place-due':
    case 'phone-registered':
    case 'phone-gone':
    case 'emergency-dialled':
      return live;
    default:
      return news.event satisfies never;
  }
}

/** The call with a part of somebody who talks on it now, unless the last part is theirs already. */
function takenBy(call: Call, agentId: string | null, at: string): Call {
  const last = call.legs.at(-1);
  if (!agentId || call.legs.length >= callLimits.legs) return call;
  if (last?.agentId === agentId && !last.endedAt) return call;
  return handedOver(call, agentId, at);
}

/** What the parts of agents become. */
function withParts(call: Call, news: CallNews, before: CallLive): Call {
  const { event, agentId, at } = news;
  if (event === 'agent-answered') {
    // Whom an agent speaks with before a transfer has no part in the call until it is handed over.
    const isTarget = before.transfer !== null && before.transfer.state !== 'joined';
    return isTarget ? call : takenBy(call, agentId, at);
  }
  if (event === 'transferred' && news.target && 'phone' in news.target) {
    const { phone } = news.target;
    const whom = before.phones.find((one) => one.phone === phone);
    return takenBy(call, whom?.agentId ?? null, at);
  }
  if (event === 'agent-left' && call.status === 'in-progress')
    return {
      ...call,
      legs: call.legs.map((leg) => (leg.agentId === agentId ? endedLeg(leg, at) : leg)),
    };
  return call;
}

/** The latest instant that is not in the future. */
const atMost = (at: string, now: string): string => (at < now ? at : now);

/**
 * A call after what an exchange told of it; undefined where that is nothing new. The status only goes forward, so what
 * is late or comes twice does not change it; the rest is as the event with the highest `seq` left it.
 */
export function callAfterNews(before: Call, news: CallNews, now: string): Call | undefined {
  const at = atMost(news.at, now);
  if (news.event === 'ended')
    return moved(before, { to: news.result ?? 'failed', at, talkSeconds: news.talkSeconds });
  if (!isActiveCall(before.status)) return undefined;
  const live = before.live ?? nothingYet;
  const seq = news.seq ?? live.seq + 1;
  const isLate = seq <= live.seq;
  const told = { ...news, at };
  let after = before;
  if (!isLate) {
    after = withParts(after, told, live);
    if (news.event === 'recording-announced') after = { ...after, recordingAnnouncedAt: at };
    after = { ...after, live: { ...liveAfter(live, told), seq } };
  }
  if (news.event === 'ringing') after = moved(after, { to: 'ringing', at }) ?? after;
  if (news.event === 'answered') after = moved(after, { to: 'in-progress', at }) ?? after;
  return after === before ? undefined : after;
}
