import type { Announcement, Connecting, MessageBox, Target } from '#shared/exchange/commands.ts';
import type { CallLanguage } from '#shared/model/dialplan/languages.ts';
import type { StepTarget } from '#shared/model/dialplan/steps.ts';

export type CallState = 'queued' | 'ringing' | 'answered' | 'ended';
export type CallResult = 'answered' | 'voicemail' | 'no-answer' | 'busy' | 'failed';

/** An agent's phone in a call. */
export interface Leg {
  id: number;
  phone: string;
  /** `target`: whom an agent speaks with before a transfer. */
  role: 'agent' | 'target' | 'supervisor';
  state: 'ringing' | 'talking' | 'left';
  /** When it came to that state. */
  since: string;
  /** The queue that offers it the caller. */
  queueId?: string;
  mode?: 'listen' | 'whisper' | 'barge';
  /** The other party was put through to it, and nobody else is left with them. */
  isBlind?: boolean;
  /** Of such a one: the phone that did it, which rings again where this one does not take it up. */
  back?: string;
}

/** A transfer that the agent attends to. A target outside the exchange has no phone here. */
export interface Transfer {
  target: Target;
  state: 'ringing' | 'talking' | 'joined';
}

export interface Recording {
  id: string;
  state: 'on' | 'paused';
  /** Of what was recorded up to `since`; ms. */
  recordedMs: number;
  since: string;
}

/** The place of a caller in a queue. */
export interface Place {
  queueId: string;
  since: string;
  /** Phones that did not take this caller up since everybody was asked last. */
  tried: string[];
  /** They have heard that they may be called back. */
  isOffered?: true;
}

/** The caller leaves a message. */
export interface Message {
  box: MessageBox;
  recordingId: string;
  state: 'greeting' | 'recording';
  since: string;
}

/** How a caller stands in a dial plan. */
export interface PlanWalk {
  planId: string;
  node: string;
  /** Which node of their way it is, from 1. */
  visit: number;
  since: string;
  /** How many waits it has begun: an earlier one that is over means nothing any more. */
  wait: number;
  /** Of a menu: how often it was heard. */
  heard: number;
  /** Keys that were typed since it is heard, where digits are collected. */
  typed?: string;
  /** When it was begun to be heard last. */
  heardSince?: string;
  /** What somebody else has a part in. */
  doing: null | 'queue' | 'dial' | 'ask' | 'talk' | 'record';
  /** Of a node that rings: who is rung after those that ring now, and what became of the others. */
  left: StepTarget[];
  reasons: string[];
}

/** A call of the exchange, as it is kept. */
export interface SandboxCall {
  callId: string;
  account: string;
  direction: 'outbound' | 'inbound';
  /** Of an inbound call the tenant's number. */
  to: string;
  /** Of an inbound call who calls. */
  callerId: string;
  maxRingSeconds: number;
  amd: boolean;
  context: string | null;
  transferNumber: string | null;
  recordCall: boolean;
  announceRecording: Announcement | null;
  /** Whoever answers waits for an agent; `isOver` once the message is played. */
  connect: (Connecting & { isOver?: true }) | null;
  callbackUrl: string;
  secret: string;
  /** Of the other party. */
  state: CallState;
  /** Who has answered. */
  by: 'human' | 'machine' | null;
  result: CallResult | null;
  placedAt: string;
  ringingAt: string | null;
  answeredAt: string | null;
  endedAt: string | null;
  talkSeconds: number;
  /** Events that were told of it. */
  seq: number;
  legs: Leg[];
  held: boolean;
  recording: Recording | null;
  /** Since when it is said that the call is recorded; it is not yet. */
  announcing: string | null;
  transfer: Transfer | null;
  queue: Place | null;
  /** Of an inbound call whose number rings a phone: where the caller may leave a message. */
  box: MessageBox | null;
  message: Message | null;
  walk: PlanWalk | null;
  /** A plan has recorded something that the caller said. */
  hasSpoken?: true;
  /** What a plan had it speak. */
  language?: CallLanguage;
  /** What plans have collected of the caller, by name. */
  collected?: Record<string, string>;
  /** Keys that agents pressed to the other party. */
  digits: string;
}

/** What a call has that is not told otherwise; also those that an earlier version kept. */
export const callDefaults = {
  direction: 'outbound',
  transferNumber: null,
  recordCall: false,
  announceRecording: null,
  announcing: null,
  connect: null,
  seq: 0,
  legs: [] as Leg[],
  held: false,
  recording: null,
  transfer: null,
  queue: null,
  box: null,
  message: null,
  walk: null,
  digits: '',
  by: null,
  result: null,
  ringingAt: null,
  answeredAt: null,
  endedAt: null,
  talkSeconds: 0,
} as const;

/** The number of whoever is outside the exchange. */
export const otherParty = ({ direction, to, callerId }: SandboxCall): string =>
  direction === 'outbound' ? to : callerId;

export const liveLegs = ({ legs }: SandboxCall): Leg[] => legs.filter(({ state }) => state !== 'left');

export const findLeg = (call: SandboxCall, phone: string): Leg | undefined =>
  liveLegs(call).find((leg) => leg.phone === phone);

/** The phone of the agent who talks with the other party. */
export const talkingAgent = (call: SandboxCall): Leg | undefined =>
  call.legs.find(({ role, state }) => role === 'agent' && state === 'talking');

/** Whether whoever has answered waits for an agent. */
export const waitsForAgent = (call: SandboxCall): boolean =>
  call.connect !== null && !call.connect.isOver && call.state === 'answered' && !talkingAgent(call);

/** How a call ends that the other party had taken up. */
export const resultOf = ({ by }: SandboxCall): CallResult => (by === 'machine' ? 'voicemail' : 'answered');

/** A call as it is shown outside. */
export const shownCall = ({ secret: _secret, callbackUrl: _url, ...call }: SandboxCall) => ({
  ...call,
  at: call.endedAt ?? call.answeredAt ?? call.ringingAt ?? call.placedAt,
});
