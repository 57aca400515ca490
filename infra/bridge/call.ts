import type { Target } from '#shared/exchange/commands.ts';
import type { CallResult } from '#shared/model/exchange.ts';

/** What a channel is in a call. A supervisor's phone has a `snoop` channel beside it that hears, or whispers. */
export type Role =
  | 'party'
  | 'agent'
  | 'target'
  | `offer:${string}`
  | `supervisor:${string}`
  | `snoop:${string}`;

/** Where a channel's sound goes; see place.ts. */
export type Place = 'talk' | 'music' | 'ringing' | 'plan' | 'nothing' | `queue:${string}` | `ear:${string}`;

export interface Leg {
  role: Role;
  /** Asterisk's id of the channel. */
  channel: string;
  phone?: string;
  number?: string;
  state: 'dialling' | 'ringing' | 'up';
  since: number;
  /** Where it was put last. */
  place?: Place;
}

export interface Recording {
  id: string;
  /** Asterisk's name of the file. */
  name: string;
  /** `wanted` until there is a conversation to record. */
  state: 'wanted' | 'announcing' | 'on' | 'paused' | 'finished';
  /** The path of the sound that everybody hears first. */
  announce?: string | undefined;
  startedAt?: number;
}

/** A call as the journal keeps it. */
export interface Call {
  /** `t<tenant>-<callId>`: its name in Asterisk, which no other tenant can name. */
  id: string;
  tenant: number;
  callId: string;
  direction: 'outbound' | 'inbound';
  to: string;
  callerId: string | null;
  maxRingSeconds: number;
  amd: boolean;
  context: string | null;
  transferNumber: string | null;
  recordCall: boolean;
  callbackUrl: string;
  secret: string;
  state: 'queued' | 'ringing' | 'answered' | 'ended';
  by: 'human' | 'machine' | null;
  result: CallResult | null;
  /** ms since 1970, as all times here. */
  stateAt: number;
  answeredAt: number | null;
  endedAt: number | null;
  talkSeconds: number;
  /** The number of the last event. */
  seq: number;
  legs: Partial<Record<Role, Leg>>;
  /** How many channels it has had: no channel's id is used twice. */
  channels: number;
  held: boolean;
  /** The party has left the conversation for a message after the machine's tone. */
  droppingVoicemail: boolean;
  recording: Recording | null;
  recordings: number;
  transfer: { mode: 'blind' | 'attended'; to: Target; joined: boolean } | null;
  supervision: Record<string, 'listen' | 'whisper' | 'barge'>;
  queue: { queueId: string; joinedAt: number; announcedAt: number; music: string } | null;
  /** The queue that its agent took it from. */
  fromQueue: string | null;
}

export const isLive = (call: Call): boolean => call.state !== 'ended';

export const legsOf = (call: Call): Leg[] => Object.values(call.legs).filter((leg) => leg !== undefined);

export const bridgeOf = (call: Call): string => `${call.id}.talk`;

export const newCall = (
  values: Pick<Call, 'tenant' | 'callId' | 'direction' | 'to' | 'callbackUrl' | 'secret'> & Partial<Call>,
): Call => ({
  id: `t${values.tenant}-${values.callId}`,
  callerId: null,
  maxRingSeconds: 30,
  amd: false,
  context: null,
  transferNumber: null,
  recordCall: false,
  state: 'queued',
  by: null,
  result: null,
  stateAt: Date.now(),
  answeredAt: null,
  endedAt: null,
  talkSeconds: 0,
  seq: 0,
  legs: {},
  channels: 0,
  held: false,
  droppingVoicemail: false,
  recording: null,
  recordings: 0,
  transfer: null,
  supervision: {},
  queue: null,
  fromQueue: null,
  ...values,
});

/** Releases of ISDN (Q.850) by which Asterisk says why a channel is gone. */
const causes = { busy: 17, noResponse: 18, noAnswer: 19, rejected: 21, normal: 16 };

/** What a call came to whose party was never reached. */
export function resultOfCause(cause: number | undefined, rang: boolean): CallResult {
  if (cause === causes.busy || cause === causes.rejected) return 'busy';
  if (cause === causes.noAnswer || cause === causes.noResponse) return 'no-answer';
  return rang ? 'no-answer' : 'failed';
}
